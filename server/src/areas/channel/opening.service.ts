import { createHash, randomUUID } from 'node:crypto';
import type { ChannelAccount, OpenAccount } from '@tonle/contract/channel';
import { nationalDayLimits } from '@tonle/contract/kyc-limits';
import { phonePattern } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import type { Command, Ledger, RefusalReason, RegistrationDraft } from '@tonle/ledger';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { ChannelApp } from '../../http/channel-app.ts';
import { auditAttachment } from '../audit-log/audit-log.public.ts';
import { type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import { claimContact, isContactInUse, releaseContact } from '../customers/customers.public.ts';
import { postedBefore, requestHashOf } from '../main-account/main-account.public.ts';
import { commandKeyOf } from './asked-before.ts';
import { showAccount } from './own-account.ts';

export interface OpeningDeps {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: () => Date;
}

export type OpeningOrder = {
  request: OpenAccount;
  app: ChannelApp;
  actor: Actor;
  idempotencyKey?: string;
  deadline: Date;
};

/** Longer than a request may take until its deadline, and both clocks may differ by the rest. */
const CLAIM_SECONDS = 60;

/** Opens an account in the ledger, with its holder, its limits and its key, all of it or nothing (decisions section 8). */
export async function openAccount(deps: OpeningDeps, order: OpeningOrder): Promise<ChannelAccount> {
  const { request, app } = order;
  if (!app.accountTypes.has(request.accountType)) throw new Refusal('FORBIDDEN');
  const bank = await inTransaction(deps.db, ownBank, { readOnly: true });
  judgeContacts(bank, request);
  const accountId = `${request.accountName}@${bank.domain}`;
  const key = commandKeyOf(app, order.idempotencyKey, requestHashOf(request));
  try {
    await open(deps, order, accountId, key);
  } catch (error) {
    if ((await postedBefore(deps.db, key, error)) === undefined) throw error;
  }
  return inTransaction(deps.db, (tx) => showAccount(tx, app, accountId, deps.clock()), { readOnly: true });
}

async function open(
  deps: OpeningDeps,
  order: OpeningOrder,
  accountId: string,
  key: Command['key'],
): Promise<void> {
  const { request, deadline } = order;
  const { primaryContact: contact, accountType } = request;
  const claim = { contact, accountType, token: randomUUID() };
  const isClaimed = await inTransaction(deps.db, (tx) => claimContact(tx, claim, CLAIM_SECONDS));
  if (!isClaimed) throw new Refusal('CONTACT_IN_USE');
  let isKnown = true;
  try {
    const isTaken = await inTransaction(deps.db, (tx) => isContactInUse(tx, contact, accountType));
    if (isTaken) throw new Refusal('CONTACT_IN_USE');
    const command = commandOf(order, accountId);
    const result = await deps.ledger
      .submit({ ...command, deadline, ...(key === undefined ? {} : { key }) })
      .catch((error: unknown) => {
        isKnown = false;
        throw error;
      });
    if (result.outcome === 'refused') throw refusalOf(result.reason);
  } finally {
    // Where the fate of the opening is not known the claim stays until it is.
    if (isKnown) await inTransaction(deps.db, (tx) => releaseContact(tx, claim));
  }
}

/** With SMS registration a person's primary contact is a phone and the other an e-mail address; with EMAIL the reverse. */
function judgeContacts({ mobileRegistration }: OwnBank, request: OpenAccount): void {
  if (request.accountType !== 'MOBILE') return;
  const isPhone = (it: string) => phonePattern.test(it);
  const wantsPhone = mobileRegistration === 'SMS';
  const faults = [
    { path: 'primaryContact', contact: request.primaryContact, wants: wantsPhone },
    { path: 'secondaryContact', contact: request.secondaryContact, wants: !wantsPhone },
  ].flatMap(({ path, contact, wants }) =>
    contact === undefined || isPhone(contact) === wants
      ? []
      : [{ path, key: wants ? 'contact.invalid' : 'email.invalid' }],
  );
  if (faults.length > 0) throw new Refusal('INVALID_REQUEST', {}, faults);
}

function commandOf({ request, actor }: OpeningOrder, accountId: string): Command {
  const limits = nationalDayLimits.PARTIAL_KYC;
  const isPerson = request.accountType === 'MOBILE';
  const holder = {
    first_name: isPerson ? request.firstName : null,
    last_name: isPerson ? request.lastName : null,
    organization_name: isPerson ? null : request.organizationName,
  };
  const contacts = {
    primary_contact: request.primaryContact,
    secondary_contact: request.secondaryContact ?? null,
    address: request.address ?? null,
  };
  return {
    openings: [
      {
        accountId,
        kind: 'CUSTOMER',
        dayLimitKhrMinor: limits.khrMinor,
        dayLimitUsdMinor: limits.usdMinor,
      },
    ],
    registrations: request.publicKey === undefined ? [] : [registrationOf(accountId, request.publicKey)],
    attach: [
      {
        table: 'customer',
        row: {
          account_id: accountId,
          account_type: request.accountType,
          ...holder,
          ...contacts,
          kyc_status: 'PARTIAL_KYC',
        },
      },
      auditAttachment({
        actor,
        activity: 'ACCOUNT_OPENED',
        description: `Opened the account ${accountId}`,
        subject: accountId,
        new: { accountId, accountType: request.accountType, ...holder, ...contacts },
      }),
    ],
  };
}

function registrationOf(accountId: string, publicKey: string): RegistrationDraft {
  const bytes = Buffer.from(publicKey, 'base64');
  const keyId = `customer-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
  return { accountId, keyId, action: 'REGISTER', publicKey: bytes };
}

function refusalOf(reason: RefusalReason): Error {
  switch (reason.name) {
    case 'ACCOUNT_EXISTS':
      return new Refusal('ACCOUNT_EXISTS', { account: reason.accountId });
    case 'SIGNING_KEY_EXISTS':
      return new Refusal('PUBLIC_KEY_IN_USE');
    case 'DEADLINE_PASSED':
      return new Refusal('DEADLINE_PASSED');
    case 'KEY_REUSED':
      return new Refusal('IDEMPOTENCY_KEY_REUSED');
    default:
      return new Error(`the ledger refused an opening in an unexpected way: ${reason.name}`);
  }
}
