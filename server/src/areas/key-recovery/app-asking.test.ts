import type { RecoveryDetail } from '@tonle/contract/key-recovery';
import { type AppRecovery, appRecoveriesPerDay } from '@tonle/contract/key-recovery-app';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Wrapper } from '../../adapters/key-store.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { openedBy } from '../channel/test-customers.ts';
import {
  applicationOf,
  appPath,
  base,
  newKeyFor,
  otherCode,
  type RecoveryBank,
  startRecoveryBank,
} from './test-recoveries.ts';

/** Customers who have lost their phone ask for a new key themselves, with the app on another one. */
let bank: RecoveryBank;
let admin: Caller;
let app: Caller;
beforeAll(async () => {
  bank = await startRecoveryBank();
  admin = await bank.as('admin');
  app = await bank.asApp();
});
afterAll(() => bank?.close());

const refused = (answer: Answer<unknown>) => [answer.status, (answer.body as RefusalBody).status.error];
const ask = (accountId: string, by = app) => by.post<AppRecovery>(`${appPath(accountId)}/requests`);
const enter = (accountId: string, code: string, by = app) =>
  by.post<AppRecovery>(`${appPath(accountId)}/verify`, { code });
const until = (accountId: string, status: string) =>
  expect
    .poll(async () => (await app.get<AppRecovery>(appPath(accountId))).body.status, { timeout: 10_000 })
    .toBe(status);

async function sentText(accountId: string): Promise<string> {
  const [row] = await bank.rows(
    `SELECT m.recipient, m.sealed FROM outgoing_message m JOIN customer c ON c.primary_contact = m.recipient
     WHERE c.account_id = $1 ORDER BY m.id DESC LIMIT 1`,
    [accountId],
  );
  const wrapper = new Wrapper(bank.config.keyWrapSecret);
  return wrapper.open('outgoing message', String(row?.recipient), row?.sealed as Buffer).toString();
}
const sentCode = async (accountId: string) =>
  /: (\d{6}) is the code/.exec(await sentText(accountId))?.[1] ?? '';
const agedByMinutes = (minutes: number) =>
  bank.rows(`UPDATE one_time_code SET issued = issued - make_interval(mins => $1)`, [minutes]);

test('from asking in the app to the new key; the request names nobody of the bank until staff go on with it', async () => {
  const { accountId } = await openedBy(app);
  expect((await ask(accountId)).body).toMatchObject({ status: 'PREPARED' });
  await until(accountId, 'CREATED');
  expect(await sentText(accountId)).toContain(`account ${accountId}. Enter it in our app`);
  const code = await sentCode(accountId);
  expect(refused(await enter(accountId, otherCode(code)))).toEqual([400, 'CODE_WRONG']);
  expect((await enter(accountId, code)).body).toMatchObject({ status: 'VERIFIED' });
  expect(refused(await enter(accountId, code))).toEqual([409, 'WRONG_STATE']);
  const [row] = await bank.rows(
    'SELECT id::text, makers, name FROM key_recovery_request WHERE account_id = $1',
    [accountId],
  );
  expect(row).toMatchObject({ makers: [], name: expect.stringMatching(/\S/) });

  const opened = await admin.post<{ code: string }>(`${base}/account-recovery-request`, {
    accountId,
    name: 'Dara Sok',
    application: await applicationOf(),
    documentId: 'N_012345678',
  });
  expect(opened.status, opened.text).toBe(200);
  const answered = await app.post(appPath(accountId), newKeyFor(accountId, opened.body.code));
  expect(answered.body).toMatchObject({ status: 'READY' });
  const { body } = await admin.get<RecoveryDetail>(`${base}/account-recovery-request/${row?.id}`);
  expect(body.history?.map((it) => [it.status, it.by])).toEqual([
    ['PREPARED', 'App test-app'],
    ['CREATED', 'Key recovery'],
    ['VERIFIED', 'App test-app'],
    ['OPENED', 'admin Test'],
    ['READY', 'App test-app'],
  ]);
});

test('asked again it is another code for the same request, once a minute; staff and app share it', async () => {
  const { accountId } = await openedBy(app);
  await ask(accountId);
  await until(accountId, 'CREATED');
  const first = await sentCode(accountId);
  expect(refused(await ask(accountId))).toEqual([429, 'TOO_MANY_REQUESTS']);
  await agedByMinutes(2);
  expect((await ask(accountId)).status).toBe(200);
  await expect.poll(() => sentCode(accountId)).not.toBe(first);
  const rows = await bank.rows('SELECT count(*)::int AS n FROM key_recovery_request WHERE account_id = $1', [
    accountId,
  ]);
  expect(rows).toEqual([{ n: 1 }]);
  // The customer is at the counter after all.
  const verified = await admin.post(`${base}/verify-account-recovery-request`, {
    accountId,
    code: await sentCode(accountId),
  });
  expect(verified.body).toMatchObject({ status: 'VERIFIED' });
  expect(refused(await ask(accountId))).toEqual([409, 'WRONG_STATE']);
});

test('so many requests a day and no more, whoever guesses: 100 wrong codes at once are five tries', async () => {
  const { accountId } = await openedBy(app);
  for (let request = 0; request < appRecoveriesPerDay; request += 1) {
    expect((await ask(accountId)).status).toBe(200);
    await until(accountId, 'CREATED');
    const code = await sentCode(accountId);
    const guesses = await Promise.all(Array.from({ length: 100 }, () => enter(accountId, otherCode(code))));
    expect(guesses.filter((it) => refused(it)[1] === 'CODE_WRONG').length).toBe(5);
    await until(accountId, 'FAILED');
  }
  const tooMany = await ask(accountId);
  expect(refused(tooMany)).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
  // At the counter they are helped all the same.
  const atCounter = await admin.post(`${base}/prepare-account-recovery-request`, { accountId, name: 'Dara' });
  expect(atCounter.status).toBe(200);
});

test('of twenty who ask at once one begins it; what is not theirs, or cannot be recovered, is refused', async () => {
  const { accountId } = await openedBy(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(accountId)));
  expect(answers.filter((it) => it.status === 200).length).toBe(1);
  expect(new Set(answers.filter((it) => it.status !== 200).map((it) => refused(it)[1]))).toEqual(
    new Set(['TOO_MANY_REQUESTS']),
  );
  const desktop = await bank.asApp({ accountTypes: ['DESKTOP'] });
  for (const call of [ask(accountId, desktop), enter(accountId, '123456', desktop)]) {
    expect(refused(await call)).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  }
  const reader = await bank.asApp({ scopes: ['channel.read'] });
  for (const call of [ask(accountId, reader), enter(accountId, '123456', reader)]) {
    expect(refused(await call)).toEqual([403, 'FORBIDDEN']);
  }
  expect(refused(await ask('off@chkt'))).toEqual([409, 'ACCOUNT_DEACTIVATED']);
  expect(refused(await ask('gone@chkt'))).toEqual([409, 'ACCOUNT_DELETED']);
  expect(refused(await enter('khmer@chkt', '123456'))).toEqual([404, 'NOT_FOUND']);
  // A lost phone is a reason to block an account.
  expect((await ask('frozen@chkt')).status).toBe(200);
});
