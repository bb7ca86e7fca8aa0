import type { ContactChangeStatus } from '@tonle/contract/contact-change-states';
import type { ContactChangeDetail } from '@tonle/contract/contact-changes';
import { Wrapper } from '../../adapters/key-store.ts';
import { inTransaction } from '../../db/tx.ts';
import { Codes } from '../../jobs/codes.ts';
import { Outbox } from '../../jobs/outbox.ts';
import type { TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';

export const base = '/authservice/api/v1/replace-user-primary-contact';

/** The bank's outbox as its own server has it. */
export const outboxOf = (bank: TestBank): Outbox =>
  new Outbox({
    db: bank.database.db,
    seal: new Wrapper(bank.config.keyWrapSecret),
    senders: {},
    isShown: true,
    log: { warn: () => undefined },
  });

let made = 0;
/** A phone that nobody has. */
export function freshContact(): string {
  made += 1;
  return `85510${String(600_000 + made)}`;
}

export const ask = (
  caller: Caller,
  accountId: string,
  replacementMobilePrimaryContact: string,
): Promise<Answer<{ id: string; status: ContactChangeStatus }>> =>
  caller.post(base, { accountId, replacementMobilePrimaryContact });

export const put = (
  caller: Caller,
  path: string,
  body: unknown,
): Promise<Answer<{ id: string; status: ContactChangeStatus }>> =>
  caller.send({ method: 'PUT', path: `${base}/${path}`, body });

export const detailOf = async (caller: Caller, id: string): Promise<ContactChangeDetail> =>
  (await caller.get<ContactChangeDetail>(`${base}/requests/${id}`)).body;

/** What a contact was told, the newest first. */
export const toldTo = async (bank: TestBank, contact: string) =>
  (await outboxOf(bank).shown(500)).filter((it) => it.recipient === contact);

/** The last code that a contact was sent. */
export async function codeFor(bank: TestBank, contact: string): Promise<string> {
  const message = (await toldTo(bank, contact)).find((it) => it.purpose === 'CONTACT_CHANGE_CODE');
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
}

/** Another code than this one. */
export const otherCode = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0');

/** Puts a request into a state without its story, as the owner of the tables. */
export async function requestIn(
  bank: TestBank,
  status: ContactChangeStatus,
  it: { accountId: string; creator?: string; contact?: string } = { accountId: 'a_b@chkt' },
): Promise<string> {
  const { pool } = bank.database.owner;
  const creator = it.creator ?? 'admin';
  await pool.query(
    `UPDATE contact_change SET status = 'CANCELED' WHERE account_id = $1 AND status IN ('OPEN', 'VERIFIED', 'AUTHORIZED')`,
    [it.accountId],
  );
  const { rows } = await pool.query<{ id: bigint }>(
    `INSERT INTO contact_change (account_id, account_type, old_contact, new_contact, status, creator_user_id,
       creator_login, creator_name, authorized_by, reason)
     SELECT account_id, account_type, primary_contact, $2, $3, $4, $5, $5,
       CASE WHEN $3 IN ('AUTHORIZED', 'CLOSED') THEN $6::bigint END, CASE WHEN $3 = 'REJECTED' THEN 'Not theirs' END
     FROM customer WHERE account_id = $1 RETURNING id`,
    [
      it.accountId,
      it.contact ?? freshContact(),
      status,
      bank.userIds[creator],
      creator,
      bank.userIds[creator === 'authorizer' ? 'admin' : 'authorizer'],
    ],
  );
  return String(rows[0]?.id);
}

/** Gives a request that was put there a code, sent long enough ago to be sent again. */
export async function giveCode(bank: TestBank, id: string): Promise<string> {
  const { db, pool } = bank.database.owner;
  const { keyWrapSecret } = bank.config;
  const codes = new Codes({ db, outbox: outboxOf(bank), keyWrapSecret });
  const code = await inTransaction(db, (tx) => codes.issue(tx, { kind: 'CONTACT_CHANGE', id }));
  await pool.query(`UPDATE one_time_code SET issued = issued - interval '2 minutes' WHERE subject_id = $1`, [
    id,
  ]);
  return code;
}
