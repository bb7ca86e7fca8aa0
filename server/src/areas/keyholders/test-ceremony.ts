import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Keyholder } from '@tonle/contract/keyholders';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, afterEach, expect } from 'vitest';
import { buildApp } from '../../app.ts';
import { mainAccountId, startTestBank, type TestBank } from '../../test-bank.ts';
import { type Answer, Caller } from '../../test-server.ts';

export const secrets = {
  keyholder1: 'Mekong-River-1!',
  keyholder2: ' Bassac River-2 ',
  keyholder3: 'ខ្ញុំ-Keyholder-3!',
} as const;
export type Login = keyof typeof secrets;
export const logins = Object.keys(secrets) as Login[];

export const api = {
  list: '/tps/api/keyholders/secrets',
  check: '/tps/api/keyholders/secrets/check',
  account: '/tps/api/keyholders/account',
  accountStatus: '/tps/api/keyholders/account/status',
  status: '/tps/api/keyholders/fast-client/status',
  resend: '/tps/api/keyholders/account/resend',
};

/** What the server has logged. */
export class Lines extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** A bank before its keyholders have registered. */
async function beforeCeremony(options: Parameters<typeof startTestBank>[0] = {}): Promise<TestBank> {
  const bank = await startTestBank({ withoutKey: true, mainKhrMinor: 0n, mainUsdMinor: 0n, ...options });
  await bank.database.owner.pool.query(
    `UPDATE account_state SET status = 'DEACTIVATED' WHERE account_id = $1`,
    [mainAccountId],
  );
  return bank;
}

export let bank: TestBank;
const open: TestBank[] = [];
export const fresh = async (options?: Parameters<typeof startTestBank>[0]) => {
  bank = await beforeCeremony(options);
  open.push(bank);
  return bank;
};
afterEach(async () => {
  for (const it of open.splice(0)) await it.close();
});

export const sql = (text: string, values: unknown[] = []) => bank.database.owner.pool.query(text, values);
export const keysFolder = () => join(bank.config.dataDir, 'keys');
export const statusOf = async (caller: Caller) =>
  (await caller.get<{ status: string }>(api.status)).body.status;
export const submitAs = async (login: Login, secret: string = secrets[login]) =>
  (await bank.as(login)).post<Keyholder[] & RefusalBody>(api.list, { secret });
export const submitAll = async () => {
  for (const login of logins) expect((await submitAs(login)).status).toBe(200);
};
export const registerAll = async () => {
  await submitAll();
  const answer = await (await bank.as('keyholder2')).post(api.account);
  expect([answer.status, answer.body]).toEqual([200, { accountStatus: 'ACTIVATED' }]);
};
export const errorOf = (answer: Answer<unknown>) => (answer.body as RefusalBody).status?.error;
export const statuses = (answer: Answer<Keyholder[]>) => answer.body.map((it) => it.status);

/** The same database and folder served by a new process. */
export async function restarted(): Promise<{
  caller: Caller;
  transfer: () => Promise<Answer>;
  close: () => Promise<void>;
}> {
  const { config, database } = bank;
  const app = await buildApp({ mode: 'test', version: '0.0.0-test', config, database });
  const tokenOf = async (login: string) => (await bank.as(login)).token;
  const caller = new Caller(app, await tokenOf('keyholder1'));
  const manager = new Caller(app, await tokenOf('manager'));
  const transfer = () =>
    manager.post('/tps/api/pg-wallet-transfer', {
      destAccountId: 'a_b@chkt',
      assetId: 'usd#nbc',
      amount: '0.01',
    });
  return { caller, transfer, close: () => app.close() };
}

/** For tests that change nothing. */
let sharedBank: Promise<TestBank> | undefined;
export async function useShared(): Promise<void> {
  sharedBank ??= beforeCeremony();
  bank = await sharedBank;
}
afterAll(async () => (await sharedBank)?.close());
