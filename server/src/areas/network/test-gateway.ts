import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { DepositMessage, MessageToBank, StatusMessage } from '@tonle/contract/network';
import type { NetworkStatus } from '@tonle/contract/network-states';
import type { RefusalBody } from '@tonle/contract/refusal';
import type { TransactionDetail } from '@tonle/contract/transactions';
import { verifyLedger } from '@tonle/ledger';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { mainAccountId, otherBankOfTests, startTestBank, type TestBank } from '../../test-bank.ts';
import { startTestNetwork, type TestNetwork } from '../../test-network.ts';

/** A bank and the network that it talks to, for one file of tests; importing this starts them. */
export const patience = { pollMs: 50, retryMs: 40, retryLongestMs: 200, answerMs: 1_000 };
export const sokha = 'sokha@mekg';

export let network: TestNetwork;
export let bank: TestBank;
/** Where the bank listens. */
export let url: string;

beforeAll(async () => {
  network = await startTestNetwork();
  network.accounts = [
    account(sokha, 'Sokha Lim'),
    account('frozen@mekg', 'Frozen One', { frozen: true }),
    account('closed@mekg', 'Closed One', { accountStatus: 'DELETED' }),
    account(otherBankOfTests.mainAccountId, otherBankOfTests.name),
  ];
  bank = await startTestBank({
    environment: { ...network.environment, NETWORK_SILENCE: '1' },
    networkTiming: patience,
  });
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(bank.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await bank?.close();
  await network?.close();
});
beforeEach(() => {
  network.onMessage = () => ({ outcome: 'ACCEPTED' });
  network.onInquiry = () => ({ known: true, statuses: [] });
  network.isSilent = false;
  network.tamper = undefined;
});

export function account(accountId: string, name: string, more: object = {}) {
  return {
    accountId,
    name,
    accountType: 'MOBILE' as const,
    participantCode: otherBankOfTests.participantCode,
    frozen: false,
    accountStatus: 'ACTIVATED' as const,
    ...more,
  };
}

export const deposit = (more: Partial<DepositMessage> = {}): DepositMessage => ({
  type: 'DEPOSIT',
  depositId: `DEP${randomUUID().replaceAll('-', '').slice(0, 20)}`,
  sourceBank: otherBankOfTests.participantCode,
  sourceAccountId: sokha,
  sourceName: 'Sokha Lim',
  sourceWalletType: 'MOBILE',
  destinationAccountId: mainAccountId,
  assetId: 'usd#nbc',
  amount: '12.50',
  ...more,
});

export const status = (
  transferId: string,
  businessStatus: NetworkStatus,
  reason?: string,
): StatusMessage => ({
  type: 'STATUS',
  transferId,
  businessStatus,
  at: new Date().toISOString(),
  ...(reason === undefined ? {} : { reason }),
});

export const send = (message: MessageToBank, messageId = `msg-${randomUUID()}`) =>
  network.send(url, messageId, message);

type Transferred = { data: { transactionHash: string; fiTransactionId: string; status: string } };

export async function transfer(destAccountId = sokha, amount = '5.00', headers: Record<string, string> = {}) {
  const manager = await bank.as('manager');
  return manager.post<Transferred & RefusalBody>(
    '/tps/api/pg-wallet-transfer',
    { destAccountId, assetId: 'usd#nbc', amount },
    headers,
  );
}

export async function detail(id: string): Promise<TransactionDetail> {
  const manager = await bank.as('manager');
  const answer = await manager.get<TransactionDetail>(
    `/report-service/api/transfer-management/iroha-transactions/${id}`,
  );
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Waits for a condition, not for a time. */
export const until = (holds: () => boolean | Promise<boolean>, timeout = 8_000): Promise<void> =>
  expect.poll(async () => holds(), { timeout, interval: 20 }).toBe(true);

/** Everything was delivered or given up: nothing will be sent a second time. */
export const untilOutboxIsEmpty = (): Promise<void> =>
  until(async () => (await count(`SELECT count(*) AS n FROM network_outbox WHERE state = 'WAITING'`)) === 0);

export type Health = { status: string; waiting: number; contradictions: number; rejectedDecisions: number };
export const health = async (): Promise<Health> => (await bank.anyone.get<Health>('/health/network')).body;

export const takenOf = (transferId: string) =>
  [...network.taken.values()].find(
    ({ message }) =>
      (message.type === 'TRANSFER' && message.transferId === transferId) ||
      (message.type === 'DECISION' && message.depositId === transferId),
  );

export const count = async (text: string, values: unknown[] = []) =>
  Number((await bank.database.owner.pool.query<{ n: bigint }>(text, values)).rows[0]?.n);

export async function expectWholeLedger(): Promise<void> {
  const client = await bank.database.owner.pool.connect();
  try {
    expect(await verifyLedger(client)).toMatchObject({ ok: true });
  } finally {
    client.release();
  }
  expect(await count('SELECT sum(balance_minor)::bigint AS n FROM balance')).toBe(0);
}
