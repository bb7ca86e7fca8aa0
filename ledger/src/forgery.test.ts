import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../server/src/db/test-database.ts';
import type { Loaded } from './book.ts';
import type { Command, PreparedTransfer } from './command.ts';
import { decide } from './decide.ts';
import { createLedger } from './ledger.ts';
import { seal } from './seal.ts';
import { PostgresStore } from './store.ts';
import { bytesOf, customerId, issuanceId, mainId, openingCommands, transferOf } from './testing/bank.ts';
import { verifyLedger } from './verify.ts';

const registration = { accountId: customerId(0), keyId: 'phone', publicKey: bytesOf('phone') };
const moved = { debitAccountId: issuanceId, amountMinor: 1_000n };

const past: Command[] = [
  ...openingCommands(2),
  { registrations: [{ ...registration, action: 'REGISTER' }] },
  { registrations: [{ ...registration, action: 'REVOKE' }] },
  {
    transfers: [1, 2].map((n) =>
      transferOf(n, { ...moved, creditAccountId: n === 1 ? mainId : customerId(0) }),
    ),
  },
];

const fromCustomer = (signed: PreparedTransfer['signed']): PreparedTransfer => ({
  ...transferOf(3, { debitAccountId: customerId(0), creditAccountId: customerId(1) }),
  ...(signed === undefined ? {} : { signed }),
});
const { signed: _, ...unsigned } = transferOf(3, { debitAccountId: mainId, creditAccountId: customerId(1) });

/** Seals a whole block as the ledger would, had it not looked; by the serving role, which may add rows. */
async function forge(transfer: PreparedTransfer, look: (loaded: Loaded) => void): Promise<string> {
  await using database = await createTestDatabase();
  const { pool } = database.open({ max: 2, pipeline: true });
  const ledger = createLedger({ pool });
  for (const command of past) await ledger.submit(command);
  await ledger.close();
  const store = new PostgresStore(pool, {});
  const commands = [{ transfers: [transfer] }];
  const loaded = await store.load(commands, true);
  look(loaded);
  const { book } = decide(loaded, commands);
  const times = { firstCreatedMs: book.firstCreatedMs ?? 0, createdMs: book.lastCreatedMs };
  expect(await store.commit(book, seal(book.head, book.records, times, book.moved))).toBe('committed');
  await store.close();
  const client = await database.owner.pool.connect();
  const verified = await verifyLedger(client, { signatures: false });
  client.release();
  return verified.ok ? 'nothing found' : `${verified.fault.table}: ${verified.fault.what}`;
}

describe('a block that was sealed past the ledger’s own door is found where it', () => {
  it('sends money from the main account unsigned', async () => {
    const found = await forge(unsigned, ({ accounts }) => {
      const main = accounts.get(mainId);
      if (main) main.kind = 'CUSTOMER';
    });
    expect(found).toBe('transfer: money left the main account without a signature');
  });

  it.each([
    ['carries a key that was revoked', 'phone'],
    ['carries another account’s key', 'main-key'],
  ])('%s', async (_what, keyId) => {
    const found = await forge(fromCustomer({ keyId, signature: bytesOf('signature') }), ({ keys }) => {
      keys.set(keyId, { keyId, accountId: customerId(0), revoked: false });
    });
    expect(found).toBe(`transfer: key ${keyId} was not registered for ${customerId(0)} at the time`);
  });

  it('takes more than an account has', async () => {
    const transfer = transferOf(3, {
      debitAccountId: customerId(0),
      creditAccountId: customerId(1),
      amountMinor: 2_000n,
    });
    const found = await forge(transfer, ({ accounts }) => {
      const payer = accounts.get(customerId(0));
      if (payer) payer.balancesMinor[0] = 3_000n;
    });
    expect(found).toBe(`transfer: ${customerId(0)} went below zero`);
  });

  it('does nothing of the kind, and then it is not', async () => {
    expect(await forge(fromCustomer(undefined), () => {})).toBe('nothing found');
  });
});
