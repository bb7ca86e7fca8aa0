import type { Command, EventDraft, OpeningDraft, RegistrationDraft } from './command.ts';
import type { AttachmentTables } from './database.ts';
import { invalid, requireAccountId, requireDetails, requireText } from './prepare.ts';

const partsMax = 1_000;
const hashBytes = 32;

function requireHash(what: string, hash: Uint8Array): void {
  if (hash.length !== hashBytes) invalid(`${what} is not ${hashBytes} bytes`);
}

/** Refuses what no caller may ask, before it waits in the queue. What depends on the ledger's state is judged later. */
export function requireCommand(command: Command, attachments: AttachmentTables, seeding: boolean): void {
  const { key, requires, openings, registrations, transfers, events, attach } = command;
  const recordCount = [openings, registrations, transfers, events].reduce(
    (sum, part) => sum + (part?.length ?? 0),
    0,
  );
  if (recordCount === 0) invalid('a command seals at least one record');
  if (recordCount > partsMax || (attach?.length ?? 0) > partsMax || (requires?.length ?? 0) > partsMax) {
    invalid('the command is too large');
  }
  if (command.created && !seeding) invalid('past times enter only while an empty ledger is seeded');
  if (key) {
    if (key.key === '' || key.principal === '') invalid('a command key has a principal and a key');
    requireText('principal', key.principal, 128);
    requireText('key', key.key, 256);
    requireHash('the request hash', key.requestHash);
  }
  openings?.forEach(requireOpening);
  registrations?.forEach(requireRegistration);
  for (const event of events ?? []) requireEvent(event, transfers?.length ?? 0);
  for (const { table } of attach ?? []) {
    if (!Object.hasOwn(attachments, table)) invalid(`no attachment table is called ${table}`);
  }
}

function requireOpening({ accountId, bankCode, dayLimitKhrMinor, dayLimitUsdMinor }: OpeningDraft): void {
  requireAccountId(accountId);
  if (bankCode !== undefined) requireText('bank code', bankCode, 32);
  if ((dayLimitKhrMinor ?? 0n) < 0n || (dayLimitUsdMinor ?? 0n) < 0n) invalid('a day limit is below zero');
}

function requireRegistration({ accountId, keyId, publicKey }: RegistrationDraft): void {
  requireAccountId(accountId);
  requireText('key id', keyId, 64);
  if (keyId === '' || publicKey.length < 1 || publicKey.length > 128) invalid('a registration has a key');
}

function requireEvent(
  { transactionHash, messageId, details, pairedTransfer }: EventDraft,
  transferCount: number,
): void {
  requireHash('the transaction hash', transactionHash);
  if (messageId !== undefined) requireText('message id', messageId, 128);
  requireDetails(details);
  if (pairedTransfer !== undefined && !(pairedTransfer >= 0 && pairedTransfer < transferCount)) {
    invalid('an event is paired with a transfer of its own command');
  }
}
