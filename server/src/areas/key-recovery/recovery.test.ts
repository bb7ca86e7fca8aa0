import { randomUUID } from 'node:crypto';
import type { RecoveryDetail } from '@tonle/contract/key-recovery';
import type { AppRecovery } from '@tonle/contract/key-recovery-app';
import type { RecoveryStatus } from '@tonle/contract/key-recovery-states';
import type { KeyChangeStatusMessage } from '@tonle/contract/network';
import type { RefusalBody } from '@tonle/contract/refusal';
import { verifyLedger } from '@tonle/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Wrapper } from '../../adapters/key-store.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { accountsPath, openedBy } from '../channel/test-customers.ts';
import {
  applicationOf,
  appPath,
  base,
  newKeyFor,
  otherCode,
  type RecoveryBank,
  startRecoveryBank,
} from './test-recoveries.ts';

let bank: RecoveryBank;
let admin: Caller;
let authorizer: Caller;
let app: Caller;
let png: string;
beforeAll(async () => {
  bank = await startRecoveryBank();
  admin = await bank.as('admin');
  authorizer = await bank.as('authorizer');
  app = await bank.asApp();
  png = await applicationOf();
});
afterAll(() => bank?.close());
beforeEach(() => {
  bank.network.onMessage = () => ({ outcome: 'ACCEPTED' });
});

type Asked = { id: string; status: RecoveryStatus; code: string };
const refused = (answer: Answer<unknown>) => [answer.status, (answer.body as RefusalBody).status.error];
const until = (id: string, status: RecoveryStatus) =>
  expect.poll(() => bank.statusOf(id), { timeout: 10_000, interval: 25 }).toBe(status);

/** A person's account with a key of its own in the ledger. */
async function personWithKey(): Promise<string> {
  const { publicKey } = newKeyFor('nobody@chkt', '000000');
  return (await openedBy(app, { publicKey })).accountId;
}

const prepare = (accountId: string, by = admin) =>
  by.post<Asked>(`${base}/prepare-account-recovery-request`, { accountId, name: 'Blue River Coffee' });
const verify = (accountId: string, code: string, by = admin) =>
  by.post<Asked>(`${base}/verify-account-recovery-request`, { accountId, code });
const complete = (accountId: string, more: object = {}, by = admin) =>
  by.post<Asked>(`${base}/account-recovery-request`, {
    accountId,
    name: 'Dara Sok',
    application: png,
    documentId: 'N_012345678',
    ...more,
  });
const put = (by: Caller, path: string, body: unknown) =>
  by.send<Asked>({ method: 'PUT', path: `${base}${path}`, body });
const cancel = (id: string) => put(admin, '/account-recovery-close', { id, reason: 'Found the phone' });
const approve = (id: string, by = authorizer) => put(by, '/requests/authorize', { requestId: id });
const answer = (accountId: string, code: string) =>
  app.post<AppRecovery>(appPath(accountId), newKeyFor(accountId, code));

/** The code as the customer reads it on their phone. */
async function sentCode(accountId: string): Promise<string> {
  const [row] = await bank.rows(
    `SELECT m.recipient, m.sealed FROM outgoing_message m JOIN customer c ON c.primary_contact = m.recipient
     WHERE c.account_id = $1 ORDER BY m.id DESC LIMIT 1`,
    [accountId],
  );
  const wrapper = new Wrapper(bank.config.keyWrapSecret);
  const text = wrapper.open('outgoing message', String(row?.recipient), row?.sealed as Buffer).toString();
  return /: (\d{6}) is the code/.exec(text)?.[1] ?? '';
}

/** An opened recovery that the app has answered. */
async function readyRequest(accountId: string): Promise<string> {
  const opened = await complete(accountId);
  expect(opened.status, opened.text).toBe(200);
  expect((await answer(accountId, opened.body.code)).body.status).toBe('READY');
  return opened.body.id;
}

async function sentRequest(accountId: string): Promise<{ id: string; trxHash: string }> {
  const id = await readyRequest(accountId);
  expect((await approve(id)).body.status).toBe('AUTHORIZED');
  await until(id, 'SENT');
  const [row] = await bank.rows('SELECT trx_hash FROM key_recovery_request WHERE id = $1', [id]);
  return { id, trxHash: String(row?.trx_hash) };
}

const say = (
  transactionHash: string,
  verdict: KeyChangeStatusMessage['verdict'],
  { messageId = randomUUID(), reason }: { messageId?: string; reason?: string } = {},
) =>
  bank.network.send(bank.url, messageId, {
    type: 'KEY_CHANGE_STATUS',
    transactionHash,
    verdict,
    at: '2026-11-28T00:00:00.000Z',
    ...(reason === undefined ? {} : { reason }),
  });

const keysOf = (accountId: string) =>
  bank.rows('SELECT action FROM key_registration WHERE account_id = $1 ORDER BY seq', [accountId]);
const takenOf = (trxHash: string) =>
  [...bank.network.taken.values()].filter(
    ({ message }) => 'transactionHash' in message && message.transactionHash === trxHash,
  );

describe('the whole recovery', () => {
  test('of an organisation: prepared, verified, completed, answered, approved, changed', async () => {
    const accountId = 'shop@chkt';
    const prepared = await prepare(accountId);
    expect(prepared.body).toMatchObject({ status: 'PREPARED' });
    const { id } = prepared.body;
    await until(id, 'CREATED');
    const code = await sentCode(accountId);
    expect(code).toMatch(/^\d{6}$/);
    expect((await verify(accountId, code)).body).toEqual({ id, status: 'VERIFIED' });
    const opened = await complete(accountId, { name: 'Blue River Coffee', documentId: '' });
    expect(opened.body).toEqual({ id, status: 'OPENED', code: expect.stringMatching(/^\d{6}$/) });
    expect((await app.get<AppRecovery>(appPath(accountId))).body.status).toBe('OPENED');
    expect((await answer(accountId, opened.body.code)).body.status).toBe('READY');
    expect((await approve(id)).body).toEqual({ id, status: 'AUTHORIZED' });
    await until(id, 'SENT');
    const { body: sent } = await admin.get<RecoveryDetail>(`${base}/account-recovery-request/${id}`);
    expect(sent).toMatchObject({ status: 'SENT', trxStatus: 'PENDING', expires: null });
    await expect.poll(() => takenOf(sent.trxHash ?? '').length).toBe(1);
    expect((await say(sent.trxHash ?? '', 'APPROVED')).body).toEqual({
      outcome: 'ACCEPTED',
      effect: 'MOVES',
    });
    await until(id, 'SUCCESSFUL');
    expect(await keysOf(accountId)).toEqual([{ action: 'REGISTER' }]);
    const { body: done } = await admin.get<RecoveryDetail>(`${base}/account-recovery-request/${id}`);
    expect(done).toMatchObject({ status: 'SUCCESSFUL', trxStatus: 'SUCCESS', comment: null });
    expect(done.history?.map((it) => [it.status, it.by])).toEqual([
      ['PREPARED', 'admin Test'],
      ['CREATED', 'Key recovery'],
      ['VERIFIED', 'admin Test'],
      ['OPENED', 'admin Test'],
      ['READY', 'App test-app'],
      ['AUTHORIZED', 'authorizer Test'],
      ['SENT', 'Key recovery'],
      ['APPROVED', 'National network'],
      ['SUCCESSFUL', 'Key recovery'],
    ]);
    expect(done.application).toMatch(/^\/9j\//);
  });

  test('of a person begins opened; the old key is revoked in the sealed book', async () => {
    const accountId = await personWithKey();
    const { id, trxHash } = await sentRequest(accountId);
    await say(trxHash, 'APPROVED');
    await until(id, 'SUCCESSFUL');
    expect(await keysOf(accountId)).toEqual([
      { action: 'REGISTER' },
      { action: 'REVOKE' },
      { action: 'REGISTER' },
    ]);
    const client = await bank.database.owner.pool.connect();
    try {
      expect(await verifyLedger(client)).toMatchObject({ ok: true });
    } finally {
      client.release();
    }
    // It is over: another one may begin.
    expect((await complete(accountId)).body.status).toBe('OPENED');
  });

  test('a frozen account is recovered; a deactivated or deleted one, or none, is not', async () => {
    expect((await complete('frozen@chkt')).body.status).toBe('OPENED');
    expect(refused(await complete('off@chkt'))).toEqual([409, 'ACCOUNT_DEACTIVATED']);
    expect(refused(await complete('gone@chkt'))).toEqual([409, 'ACCOUNT_DELETED']);
    expect(refused(await prepare('nobody@chkt'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });
});

test('an account is not deleted while its key is being recovered', async () => {
  const accountId = await personWithKey();
  const { body } = await complete(accountId);
  const remove = () => admin.post('/tps/api/v2/fst-iroha-accounts/delete-account', { accountId });
  expect(refused(await remove())).toEqual([409, 'KEY_RECOVERY_PENDING']);
  await cancel(body.id);
  expect((await remove()).status).toBe(200);
});

describe('every other ending', () => {
  test('the network’s no is FAILED, by its word or as its answer', async () => {
    const first = await sentRequest(await personWithKey());
    await say(first.trxHash, 'REJECTED', { reason: 'The key is too short' });
    const { body } = await admin.get<RecoveryDetail>(`${base}/account-recovery-request/${first.id}`);
    expect(body).toMatchObject({ status: 'FAILED', trxStatus: 'REJECTED', comment: 'The key is too short' });
    bank.network.onMessage = () => ({
      outcome: 'REFUSED',
      error: 'KEY_CHANGE_REJECTED',
      reason: 'No such register',
    });
    const id = await readyRequest(await personWithKey());
    await approve(id);
    await until(id, 'FAILED');
    const [row] = await bank.rows('SELECT reason FROM key_recovery_request WHERE id = $1', [id]);
    expect(row).toEqual({ reason: 'No such register' });
  });

  test('the network’s yes to a key that the ledger cannot take is FAILED, also as its TX status', async () => {
    const [winner, loser] = [
      await sentRequest(await personWithKey()),
      await sentRequest(await personWithKey()),
    ];
    await bank.rows(
      `UPDATE key_recovery_request SET public_key = (SELECT public_key FROM key_recovery_request WHERE id = $1)
       WHERE id = $2`,
      [winner.id, loser.id],
    );
    await say(winner.trxHash, 'APPROVED');
    await until(winner.id, 'SUCCESSFUL');
    await say(loser.trxHash, 'APPROVED');
    await until(loser.id, 'FAILED');
    const failed = { status: 'FAILED', trxStatus: 'FAILED', comment: 'The new key is in use already' };
    const { body } = await admin.get<RecoveryDetail>(`${base}/account-recovery-request/${loser.id}`);
    expect(body).toMatchObject(failed);
    const { body: rows } = await admin.get<RecoveryDetail[]>(
      `${base}/account-recovery-request?filter=${loser.trxHash}`,
    );
    expect(rows).toMatchObject([failed]);
  });

  test('revoked before the network’s yes: the network is told, its yes afterwards moves nothing', async () => {
    const accountId = await personWithKey();
    const { id, trxHash } = await sentRequest(accountId);
    const revoked = await put(admin, '/account-recovery-revoke', { trxHash, reason: 'A mistake' });
    expect(revoked.body).toEqual({ id, status: 'REVOKED' });
    await expect
      .poll(() => takenOf(trxHash).map((it) => it.message.type))
      .toEqual(['KEY_CHANGE', 'KEY_CHANGE_REVOKED']);
    expect((await say(trxHash, 'APPROVED')).body).toEqual({ outcome: 'ACCEPTED', effect: 'CONTRADICTS' });
    expect(await bank.statusOf(id)).toBe('REVOKED');
    expect(await keysOf(accountId)).toEqual([{ action: 'REGISTER' }]);
  });

  test('not revoked after it', async () => {
    const { id, trxHash } = await sentRequest(await personWithKey());
    await say(trxHash, 'APPROVED');
    const late = await put(admin, '/account-recovery-revoke', { trxHash, reason: 'Too late' });
    expect(refused(late)).toEqual([409, 'WRONG_STATE']);
    await until(id, 'SUCCESSFUL');
    expect(
      refused(await put(admin, '/account-recovery-revoke', { trxHash: 'f'.repeat(64), reason: 'x' })),
    ).toEqual([404, 'NOT_FOUND']);
  });

  test('rejected with a reason that is shown; a reason of spaces is refused (bcgov/entity 8162)', async () => {
    const id = await readyRequest(await personWithKey());
    expect((await put(authorizer, '/requests/reject', { requestId: id, reason: '   ' })).status).toBe(400);
    const rejected = await put(authorizer, '/requests/reject', { requestId: id, reason: 'Another face' });
    expect(rejected.body).toEqual({ id, status: 'REJECTED' });
    const { body } = await authorizer.get<RecoveryDetail>(`${base}/requests/${id}`);
    expect(body.comment).toBe('Another face');
    expect(body.history?.at(-1)).toMatchObject({ status: 'REJECTED', reason: 'Another face' });
    // The specification's own call names no reason.
    const other = await readyRequest(await personWithKey());
    expect((await put(authorizer, '/requests/reject', { requestId: other })).body.status).toBe('REJECTED');
  });

  test('cancelled by the id in the query and the reason as text', async () => {
    const opened = await complete(await personWithKey());
    const canceled = await admin.send<Asked>({
      method: 'PUT',
      path: `${base}/account-recovery-close?id=${opened.body.id}`,
      body: 'រកឃើញទូរស័ព្ទវិញ',
      headers: { 'content-type': 'text/plain' },
    });
    expect(canceled.body).toEqual({ id: opened.body.id, status: 'CANCELED' });
    const [row] = await bank.rows('SELECT reason FROM key_recovery_request WHERE id = $1', [opened.body.id]);
    expect(row).toEqual({ reason: 'រកឃើញទូរស័ព្ទវិញ' });
  });

  test('after 24 hours FAILED, as long as people had something to do', async () => {
    const opened = await complete(await personWithKey());
    const sent = await sentRequest(await personWithKey());
    await bank.rows(`UPDATE key_recovery_request SET expires = now() WHERE id IN ($1, $2)`, [
      opened.body.id,
      sent.id,
    ]);
    await until(opened.body.id, 'FAILED');
    expect(await bank.statusOf(sent.id)).toBe('SENT');
    const [row] = await bank.rows('SELECT reason FROM key_recovery_request WHERE id = $1', [opened.body.id]);
    expect(row?.reason).toBe('Not finished within 24 hours');
  });

  test('a key that somebody else registers meanwhile fails it after the network’s yes', async () => {
    const accountId = await personWithKey();
    const opened = await complete(accountId);
    const key = newKeyFor(accountId, opened.body.code);
    expect((await app.post(appPath(accountId), key)).status).toBe(200);
    await openedBy(app, { publicKey: key.publicKey });
    await approve(opened.body.id);
    await until(opened.body.id, 'SENT');
    const [row] = await bank.rows('SELECT trx_hash FROM key_recovery_request WHERE id = $1', [
      opened.body.id,
    ]);
    await say(String(row?.trx_hash), 'APPROVED');
    await until(opened.body.id, 'FAILED');
    expect(await keysOf(accountId)).toEqual([{ action: 'REGISTER' }]);
  });
});

describe('codes', () => {
  test('prepare again sends another code, once a minute, and the old one is worth nothing', async () => {
    const accountId = 'web@chkt';
    const { body } = await prepare(accountId);
    await until(body.id, 'CREATED');
    const first = await sentCode(accountId);
    expect(refused(await prepare(accountId))).toEqual([429, 'TOO_MANY_REQUESTS']);
    await bank.rows(`UPDATE one_time_code SET issued = now() - interval '61 seconds' WHERE subject_id = $1`, [
      body.id,
    ]);
    expect((await prepare(accountId)).body).toEqual({ id: body.id, status: 'CREATED' });
    await expect.poll(() => sentCode(accountId)).not.toBe(first);
    expect(refused(await verify(accountId, first))).toEqual([400, 'CODE_WRONG']);
    expect((await verify(accountId, await sentCode(accountId))).body.status).toBe('VERIFIED');
    await cancel(body.id);
  });

  test('known fault: of 100 guesses at once five are checked, and the fifth ends the request (casdoor 5250)', async () => {
    const accountId = await personWithKey();
    const { body } = await complete(accountId);
    const wrong = otherCode(body.code);
    const answers = await Promise.all(Array.from({ length: 100 }, () => answer(accountId, wrong)));
    const names = answers.map((it) => refused(it)[1]);
    expect(names.filter((it) => it === 'CODE_WRONG')).toHaveLength(5);
    expect(names.filter((it) => it === 'WRONG_STATE')).toHaveLength(95);
    expect(await bank.statusOf(body.id)).toBe('FAILED');
    expect(refused(await answer(accountId, body.code))).toEqual([409, 'WRONG_STATE']);
    const entries = await bank.rows(
      `SELECT activity FROM audit_log WHERE subject = $1 AND activity LIKE 'KEY_RECOVERY_%' ORDER BY id`,
      [accountId],
    );
    expect(entries.map((it) => it.activity)).toEqual([
      'KEY_RECOVERY_OPENED',
      ...Array.from({ length: 4 }, () => 'KEY_RECOVERY_CODE_WRONG'),
      'KEY_RECOVERY_FAILED',
    ]);
  });

  test('the fifth wrong code of staff ends it too; an old code is refused at no cost of a try', async () => {
    const it = await bank.put('CREATED');
    await bank.rows(`UPDATE one_time_code SET expires = now() WHERE subject_id = $1`, [it.id]);
    expect(refused(await verify(it.accountId, it.code))).toEqual([409, 'CODE_EXPIRED']);
    await bank.rows(`UPDATE one_time_code SET expires = now() + interval '1 minute' WHERE subject_id = $1`, [
      it.id,
    ]);
    for (let tries = 4; tries >= 0; tries -= 1) {
      const guess = await verify(it.accountId, otherCode(it.code));
      expect((guess.body as unknown as RefusalBody).data).toEqual({ triesLeft: tries });
    }
    expect(await bank.statusOf(it.id)).toBe('FAILED');
    expect(refused(await verify(it.accountId, it.code))).toEqual([409, 'WRONG_STATE']);
    expect(refused(await verify('khmer@chkt', '123456'))).toEqual([404, 'NOT_FOUND']);
  });

  test('are nowhere in the clear', async () => {
    const { body } = await complete(await personWithKey());
    const rows = await bank.rows(`SELECT code_hmac::text AS hmac FROM one_time_code WHERE subject_id = $1`, [
      body.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(body.code);
    const audit = await bank.rows(
      `SELECT concat(description, old_values, new_values) AS said FROM audit_log ORDER BY id DESC LIMIT 3`,
    );
    expect(JSON.stringify(audit)).not.toContain(body.code);
  });
});

describe('the app', () => {
  test('proves that the key is its own, and brings one that nobody had', async () => {
    const accountId = await personWithKey();
    const { body } = await complete(accountId);
    const key = newKeyFor(accountId, body.code);
    const stolen = { ...key, publicKey: newKeyFor(accountId, body.code).publicKey };
    const unproven = await app.post<RefusalBody>(appPath(accountId), stolen);
    expect([unproven.status, unproven.body.fields?.map((it) => it.key)]).toEqual([
      400,
      ['public-key.not-proven'],
    ]);
    const forOther = await app.post(appPath(accountId), newKeyFor('a_b@chkt', body.code));
    expect(forOther.status).toBe(400);
    const [known] = await bank.rows(
      `SELECT encode(public_key, 'base64') AS key FROM key_registration WHERE account_id = $1`,
      [accountId],
    );
    expect(known?.key).toMatch(/=$/);
    const other = await personWithKey();
    const opened = await complete(other);
    const taken = newKeyFor(other, opened.body.code);
    await openedBy(app, { publicKey: taken.publicKey });
    expect(refused(await app.post(appPath(other), taken))).toEqual([409, 'PUBLIC_KEY_IN_USE']);
    // None of these cost a try.
    expect((await app.post(appPath(accountId), key)).status).toBe(200);
  });

  test('sees only accounts of its kinds, and needs the scope', async () => {
    const desktop = await bank.asApp({ accountTypes: ['DESKTOP'] });
    expect(refused(await desktop.get(appPath('a_b@chkt')))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(refused(await app.get(appPath('khmer@chkt')))).toEqual([404, 'NOT_FOUND']);
    const limited = await bank.asApp({ scopes: ['channel.read', 'channel.kyc'] });
    expect(refused(await limited.get(appPath('a_b@chkt')))).toEqual([403, 'FORBIDDEN']);
    expect((await app.get(`${accountsPath}/a_b@chkt`)).status).toBe(200);
  });
});

describe('of several at once one wins', () => {
  const statuses = (answers: readonly Answer<unknown>[]) => answers.map((it) => it.status).sort();

  test('approve and reject (memories 378)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await readyRequest(await personWithKey());
      const [approved, rejected] = await Promise.all([
        approve(id),
        put(authorizer, '/requests/reject', { requestId: id, reason: 'no' }),
      ]);
      expect(statuses([approved, rejected])).toEqual([200, 409]);
      const loser = approved.status === 409 ? approved : rejected;
      const state = (loser.body as unknown as RefusalBody).data?.state;
      expect(approved.status === 200 ? ['AUTHORIZED', 'SENT'] : ['REJECTED']).toContain(state);
    }
  });

  test('revoke and the network’s yes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, trxHash } = await sentRequest(await personWithKey());
      const [revoked, said] = await Promise.all([
        put(admin, '/account-recovery-revoke', { trxHash, reason: 'no' }),
        say(trxHash, 'APPROVED'),
      ]);
      const effect = (said.body as { effect: string }).effect;
      expect([revoked.status, effect]).toEqual(
        revoked.status === 200 ? [200, 'CONTRADICTS'] : [409, 'MOVES'],
      );
      await until(id, revoked.status === 200 ? 'REVOKED' : 'SUCCESSFUL');
    }
  });

  test('ten prepares, ten completions, ten cancellations', async () => {
    const prepared = await Promise.all(Array.from({ length: 10 }, () => prepare('shop@chkt')));
    expect(statuses(prepared)).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
    const accountId = await personWithKey();
    const opened = await Promise.all(Array.from({ length: 10 }, () => complete(accountId)));
    expect(statuses(opened)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const id = opened.find((it) => it.status === 200)?.body.id ?? '';
    const canceled = await Promise.all(Array.from({ length: 10 }, () => cancel(id)));
    expect(statuses(canceled)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('a verdict that comes twenty times is applied once', async () => {
    const { id, trxHash } = await sentRequest(await personWithKey());
    const messageId = randomUUID();
    const said = await Promise.all(Array.from({ length: 20 }, () => say(trxHash, 'APPROVED', { messageId })));
    const answered = said.filter((it) => it.status === 200);
    expect(new Set(answered.map((it) => JSON.stringify(it.body))).size).toBe(1);
    expect(said.every((it) => it.status === 200 || it.status === 503)).toBe(true);
    expect((await say(trxHash, 'APPROVED')).body).toEqual({ outcome: 'ACCEPTED', effect: 'REPEATS' });
    await until(id, 'SUCCESSFUL');
    expect((await say(trxHash, 'REJECTED', { messageId })).status).toBe(422);
    expect((await say('e'.repeat(64), 'APPROVED')).status).toBe(404);
  });
});

describe('who approves', () => {
  test('nobody who had a part in it, whatever their role', async () => {
    const both = ['key-recovery.request', 'key-recovery.authorize'] as const;
    const { caller: maker, userId } = await bank.asMore('maker', both);
    const { caller: helper, userId: helperId } = await bank.asMore('helper', both);
    const { caller: third } = await bank.asMore('third', both);
    const it = await bank.put('CREATED', { makers: [userId] });
    await verify(it.accountId, it.code, helper);
    await complete(it.accountId, { documentId: '' }, maker).then(({ body }) =>
      answer(it.accountId, body.code),
    );
    expect(await bank.statusOf(it.id)).toBe('READY');
    for (const caller of [maker, helper]) {
      expect(refused(await approve(it.id, caller))).toEqual([403, 'OWN_REQUEST']);
      const { body } = await caller.get<RecoveryDetail>(`${base}/requests/${it.id}?documents=false`);
      expect(body.barred).toBe('OWN');
    }
    expect(helperId).not.toBe(userId);
    expect((await approve(it.id, third)).status).toBe(200);
    expect(refused(await approve('999999', third))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('after a change of the contact', () => {
  test('within 72 hours neither who asked for it nor who approved it approves', async () => {
    const { caller: asker, userId: askerId } = await bank.asMore('asker', ['key-recovery.authorize']);
    const { caller: approver, userId: approverId } = await bank.asMore('approver', [
      'key-recovery.authorize',
    ]);
    const changed = async (accountId: string, hours: number) =>
      bank.rows(
        `INSERT INTO contact_change (account_id, account_type, old_contact, new_contact, status, creator_user_id,
           creator_login, creator_name, authorized_by, status_since)
         VALUES ($1, 'MOBILE', '85510000001', '85510000002', 'CLOSED', $2, 'asker', 'asker', $3,
           now() - make_interval(hours => $4))`,
        [accountId, askerId, approverId, hours],
      );
    const soon = await personWithKey();
    await changed(soon, 71);
    const id = await readyRequest(soon);
    for (const caller of [asker, approver]) {
      expect(refused(await approve(id, caller))).toEqual([403, 'CONTACT_CHANGED_LATELY']);
      const { body } = await caller.post<{ id: string; barred: string }[]>(`${base}/requests`, {});
      expect(body.find((it) => it.id === id)?.barred).toBe('CONTACT_CHANGE');
    }
    expect((await approve(id)).status).toBe(200);
    const later = await personWithKey();
    await changed(later, 73);
    expect((await approve(await readyRequest(later), approver)).status).toBe(200);
  });
});

describe('the gateway', () => {
  test('tells a silent network again, the same message', async () => {
    bank.network.onMessage = ({ times }) => (times === 1 ? undefined : { outcome: 'ACCEPTED' });
    const { trxHash } = await sentRequest(await personWithKey());
    await expect.poll(() => takenOf(trxHash)[0]?.times ?? 0).toBeGreaterThan(1);
    // Taken, and then nothing is heard: after NETWORK_SILENCE it is said once more.
    const before = takenOf(trxHash)[0]?.times ?? 0;
    await expect.poll(() => takenOf(trxHash)[0]?.times ?? 0, { timeout: 10_000 }).toBeGreaterThan(before);
    expect(takenOf(trxHash)).toHaveLength(1);
  });
});
