import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { DepositMessage } from '@tonle/contract/network';
import type { RefusalBody } from '@tonle/contract/refusal';
import type { TransactionDetail } from '@tonle/contract/transactions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mainAccountId, otherBankOfTests, startTestBank, type TestBank } from '../../test-bank.ts';
import { startTestNetwork, type TestNetwork } from '../../test-network.ts';

const base = '/tps/api/transfer-management/incoming-transactions';

let network: TestNetwork;
let bank: TestBank;
let url: string;

beforeAll(async () => {
  network = await startTestNetwork();
  bank = await startTestBank({
    environment: network.environment,
    networkTiming: { pollMs: 50, retryMs: 40, retryLongestMs: 200, answerMs: 1_000 },
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
  network.isSilent = false;
});

type Deposited = { depositId: string; hash: string; fi: string };

async function deposited(more: Partial<DepositMessage> = {}): Promise<Deposited> {
  const depositId = `DEP${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  const { body } = await network.send(url, `msg-${randomUUID()}`, {
    type: 'DEPOSIT',
    depositId,
    sourceBank: otherBankOfTests.participantCode,
    sourceAccountId: 'sokha@mekg',
    sourceName: 'Sokha Lim',
    sourceWalletType: 'MOBILE',
    destinationAccountId: mainAccountId,
    assetId: 'usd#nbc',
    amount: '12.50',
    ...more,
  });
  if (!('transactionHash' in body)) throw new Error(`refused: ${JSON.stringify(body)}`);
  return { depositId, hash: body.transactionHash, fi: body.fiTransactionId };
}

type Decided = {
  data: { status: string; businessStatus: string; pairedTrxHash: string | null; transactionHash: string };
};

const decide = async (
  what: 'acknowledge' | 'refund' | 'resend-decision',
  fstTrxId: string,
  login = 'manager',
) => (await bank.as(login)).post<Decided & RefusalBody>(`${base}/${what}`, { fstTrxId });

async function detail(id: string): Promise<TransactionDetail> {
  const manager = await bank.as('manager');
  const path = `/report-service/api/transfer-management/iroha-transactions/${id}`;
  return (await manager.get<TransactionDetail>(path)).body;
}

const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(async () => holds(), { timeout: 8_000, interval: 20 }).toBe(true);

const told = (depositId: string) =>
  [...network.taken.values()].filter(
    ({ message }) => message.type === 'DECISION' && message.depositId === depositId,
  );
const deliveryOf = async (hash: string) => (await detail(hash)).decisionDelivery;
const usd = () => bank.balanceMinor(mainAccountId, 'usd#nbc');

describe('a deposit to the main account', () => {
  it('is acknowledged: no money moves, the network is told', async () => {
    const { depositId, hash } = await deposited();
    const before = await usd();
    const answer = await decide('acknowledge', depositId);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { transactionHash: hash, status: 'SUCCESS', businessStatus: 'ACKNOWLEDGED_BY_FI', pairedTrxHash: null },
    ]);
    expect(await usd()).toBe(before);
    await until(async () => (await deliveryOf(hash))?.state === 'DELIVERED');
    expect(told(depositId).map((one) => one.message)).toEqual([
      { type: 'DECISION', depositId, decision: 'ACKNOWLEDGED' },
    ]);
  });

  it('is refunded whole, each posting with the other’s hash, by its fiTransactionId too', async () => {
    const { depositId, hash, fi } = await deposited();
    const before = await usd();
    const answer = await decide('refund', fi);
    expect(answer.status).toBe(200);
    expect(await usd()).toBe(before - 1_250n);
    const it = await detail(hash);
    expect(it).toMatchObject({
      businessStatus: 'REFUNDED_BY_RECEIVER',
      status: 'SUCCESS',
      pairedTrxHash: answer.body.data.pairedTrxHash,
    });
    const refund = await detail(it.pairedTrxHash ?? '');
    expect(refund).toMatchObject({
      pairedTrxHash: hash,
      sourceAccountId: mainAccountId,
      destinationAccountId: 'sokha@mekg',
      transactionType: 'Send/Pay',
      status: 'SUCCESS',
    });
    await until(async () => (await deliveryOf(hash))?.state === 'DELIVERED');
    expect(told(depositId)[0]?.message).toEqual({
      type: 'DECISION',
      depositId,
      decision: 'REFUNDED',
      refundId: refund.fiTransactionId,
    });
  });

  it('known fault: 100 refunds and acknowledges at once have one winner, the rest get 409 with what it is now (hyperswitch 13182)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { depositId, hash } = await deposited();
      const before = await usd();
      const all = Array.from({ length: 100 }, (_, n) =>
        decide(n % 2 === round % 2 ? 'refund' : 'acknowledge', depositId),
      );
      const answers = await Promise.all(all);
      const won = answers.filter((one) => one.status === 200);
      expect(won.length).toBe(1);
      const now = won[0]?.body.data.businessStatus;
      for (const lost of answers.filter((one) => one.status !== 200)) {
        expect([lost.status, lost.body.status.error, lost.body.data]).toEqual([
          409,
          'WRONG_STATE',
          { state: now, status: 'SUCCESS', businessStatus: now },
        ]);
      }
      expect((await detail(hash)).businessStatus).toBe(now);
      expect(await usd()).toBe(before - (now === 'REFUNDED_BY_RECEIVER' ? 1_250n : 0n));
      await until(() => told(depositId).length === 1);
    }
  });

  it('raced 100 times, refund against acknowledge, has one winner each time', async () => {
    const deposits = await Promise.all(Array.from({ length: 100 }, () => deposited({ amount: '1.00' })));
    const before = await usd();
    let refunds = 0n;
    for (let start = 0; start < deposits.length; start += 20) {
      await Promise.all(
        deposits.slice(start, start + 20).map(async ({ depositId, hash }, index) => {
          const order =
            index % 2 === 0 ? (['refund', 'acknowledge'] as const) : (['acknowledge', 'refund'] as const);
          const answers = await Promise.all(order.map((what) => decide(what, depositId)));
          expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
          const now = answers.find((one) => one.status === 200)?.body.data.businessStatus;
          const it = await detail(hash);
          expect(it.businessStatus).toBe(now);
          expect(it.pairedTrxHash !== null).toBe(now === 'REFUNDED_BY_RECEIVER');
          if (now === 'REFUNDED_BY_RECEIVER') refunds += 1n;
        }),
      );
    }
    expect(await usd()).toBe(before - refunds * 100n);
  }, 60_000);

  it('cannot be refunded without funds: said in words, and acknowledging it is still possible', async () => {
    const { depositId } = await deposited({ assetId: 'khr#nbc', amount: '4000' });
    const balance = await bank.balanceMinor(mainAccountId, 'khr#nbc');
    await bank.post({ from: mainAccountId, to: 'a_b@chkt', amountMinor: balance - 100n, assetId: 'khr#nbc' });
    const answer = await decide('refund', depositId);
    expect([answer.status, answer.body.status.error]).toEqual([409, 'INSUFFICIENT_FUNDS']);
    expect((await decide('acknowledge', depositId)).status).toBe(200);
  });

  it('is decided on by those who may: a custom role that holds the permissions, no auditor', async () => {
    const { depositId } = await deposited();
    expect((await decide('refund', depositId, 'auditor')).status).toBe(403);
    expect((await decide('acknowledge', depositId, 'teller')).status).toBe(200);
    const { rows } = await bank.database.owner.pool.query<{ login: string }>(
      `SELECT login FROM audit_log WHERE activity = 'DEPOSIT_ACKNOWLEDGED' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]?.login).toBe('teller');
  });
});

describe('what is no deposit that waits', () => {
  it.each(['acknowledge', 'refund'] as const)('says no to %s', async (what) => {
    const toCustomer = await deposited({ destinationAccountId: 'a_b@chkt' });
    expect((await decide(what, toCustomer.depositId)).status).toBe(409);
    const { transfers } = await bank.post({ from: mainAccountId, to: 'a_b@chkt', amountMinor: 5n });
    expect((await decide(what, transfers[0]?.transactionHash ?? '')).status).toBe(404);
    expect((await decide(what, 'NO-SUCH-DEPOSIT')).status).toBe(404);
    expect((await decide(what, '')).status).toBe(400);
  });
});

describe('the delivery of a decision', () => {
  it('waits through an outage that the person who decided never hears of', async () => {
    const { depositId, hash } = await deposited();
    network.isSilent = true;
    expect((await decide('refund', depositId)).status).toBe(200);
    const tries = async () => {
      const { rows } = await bank.database.owner.pool.query<{ attempts: number }>(
        `SELECT attempts FROM network_outbox WHERE transaction_hash = $1 ORDER BY id DESC LIMIT 1`,
        [hash],
      );
      return rows[0]?.attempts ?? 0;
    };
    await until(async () => (await tries()) >= 2);
    expect(await deliveryOf(hash)).toMatchObject({ state: 'WAITING', reason: null });
    network.isSilent = false;
    await until(async () => (await deliveryOf(hash))?.state === 'DELIVERED');
  });

  it('that the network rejects is shown, and told again as a new message, never a second posting', async () => {
    network.onMessage = () => ({
      outcome: 'REFUSED',
      error: 'DECISION_REJECTED',
      reason: 'cut-off has passed',
    });
    const { depositId, hash } = await deposited();
    const before = await usd();
    await decide('refund', depositId);
    await until(async () => (await deliveryOf(hash))?.state === 'REJECTED');
    expect(await deliveryOf(hash)).toMatchObject({ state: 'REJECTED', reason: 'cut-off has passed' });
    expect((await detail(hash)).businessStatus).toBe('REFUNDED_BY_RECEIVER');
    expect(
      (await bank.anyone.get<{ rejectedDecisions: number }>('/health/network')).body.rejectedDecisions,
    ).toBe(1);

    network.onMessage = () => ({ outcome: 'ACCEPTED' });
    const again = await Promise.all(Array.from({ length: 10 }, () => decide('resend-decision', depositId)));
    expect(again.map((one) => one.status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    await until(async () => (await deliveryOf(hash))?.state === 'DELIVERED');
    expect(new Set(told(depositId).map((one) => one.messageId)).size).toBe(2);
    expect(await usd()).toBe(before - 1_250n);
    expect((await decide('resend-decision', depositId)).status).toBe(409);
    expect(
      (await bank.anyone.get<{ rejectedDecisions: number }>('/health/network')).body.rejectedDecisions,
    ).toBe(0);
  });
});
