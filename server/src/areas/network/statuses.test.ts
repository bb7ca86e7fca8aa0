import { randomUUID } from 'node:crypto';
import {
  isSettled,
  type NetworkStatus,
  networkStatuses,
  outgoingSteps,
  standingAfter,
} from '@tonle/contract/network-states';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mainAccountId } from '../../test-bank.ts';
import {
  bank,
  count,
  detail,
  expectWholeLedger,
  health,
  send,
  sokha,
  status,
  transfer,
} from './test-gateway.ts';

describe('status messages', () => {
  const opened = async () => (await transfer(sokha, '1.00')).body.data;

  it('move a transfer as the table of decisions section 7 says, and answer the same again', async () => {
    for (const last of networkStatuses.filter((one) => isSettled(standingAfter(one)))) {
      const { fiTransactionId: id, transactionHash } = await opened();
      const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
      for (const step of [...outgoingSteps[last].after, last]) {
        const messageId = `msg-${randomUUID()}`;
        const first = await send(status(id, step, `because of ${step}`), messageId);
        expect([first.status, first.body, first.isSigned]).toEqual([
          200,
          { outcome: 'ACCEPTED', effect: 'MOVES' },
          true,
        ]);
        expect(await detail(transactionHash)).toMatchObject(standingAfter(step));
      }
      const end = await detail(transactionHash);
      const returned = outgoingSteps[last].returnsMoney;
      expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + (returned ? 100n : 0n));
      expect(end.pairedTrxHash !== null).toBe(returned);
      if (end.pairedTrxHash === null) continue;
      const back = await detail(end.pairedTrxHash);
      expect(back).toMatchObject({
        pairedTrxHash: transactionHash,
        sourceAccountId: sokha,
        destinationAccountId: mainAccountId,
        status: 'SUCCESS',
        transactionType: 'Receive',
      });
      expect(end.errorMessage).toBe(`because of ${last}`);
    }
  });

  it('end the same in every order and however often: the first final state, or a refund after it', async () => {
    const step = fc.constantFrom(...networkStatuses);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (heard) => {
        const { fiTransactionId: id, transactionHash } = await opened();
        const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
        for (const one of heard) {
          const messageId = `msg-${randomUUID()}`;
          const message = status(id, one);
          const [first, again] = [await send(message, messageId), await send(message, messageId)];
          expect(again.body).toEqual(first.body);
        }
        const first = heard.find((one) => isSettled(standingAfter(one)));
        const furthest = [...heard].sort((a, b) => outgoingSteps[b].step - outgoingSteps[a].step)[0];
        const isRefunded = first === 'ACKNOWLEDGED_BY_FI' && heard.includes('REFUNDED_BY_RECEIVER');
        const end = isRefunded ? 'REFUNDED_BY_RECEIVER' : (first ?? furthest);
        if (end === undefined) return;
        expect(await detail(transactionHash)).toMatchObject(standingAfter(end));
        const returned = outgoingSteps[end].returnsMoney ? 100n : 0n;
        expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + returned);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('that come all at once leave one final state and at most one return', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { fiTransactionId: id, transactionHash } = await opened();
      const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
      const all = [...networkStatuses, ...networkStatuses].map((one) => send(status(id, one)));
      const answers = await Promise.all(all);
      expect(answers.every((one) => one.status === 200)).toBe(true);
      const end = await detail(transactionHash);
      const heard = end.businessStatus as NetworkStatus;
      expect(isSettled(end)).toBe(true);
      expect(heard).not.toBe('ACKNOWLEDGED_BY_FI');
      const returned = outgoingSteps[heard].returnsMoney ? 100n : 0n;
      expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + returned);
    }
  });

  it('that contradict are kept, raise the alarm and move nothing', async () => {
    const { fiTransactionId: id, transactionHash } = await opened();
    await send(status(id, 'ACKNOWLEDGED_BY_FI'));
    const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
    const figure = async () =>
      Number(/tonle_network_contradictions (\d+)/.exec((await bank.anyone.get('/metrics')).text)?.[1]);
    const { contradictions } = await health();
    expect((await send(status(id, 'FAILED_AT_FI', 'no such account'))).body).toEqual({
      outcome: 'ACCEPTED',
      effect: 'CONTRADICTS',
    });
    await expect.poll(figure).toBe(contradictions + 1);
    const it = await detail(transactionHash);
    expect([it.businessStatus, it.errorMessage, it.pairedTrxHash]).toEqual([
      'ACKNOWLEDGED_BY_FI',
      null,
      null,
    ]);
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before);
    const kept = `SELECT count(*) AS n FROM event e JOIN transfer t ON t.seq = e.transfer_seq
      WHERE t.fi_transaction_id = $1 AND e.details ->> 'contradiction' = 'FAILED_AT_FI'`;
    expect(await count(kept, [id])).toBe(1);
  });

  it('of a transfer that is not ours are 404; another message under a known id is 422', async () => {
    expect((await send(status('NOSUCHTRANSFER', 'ACKNOWLEDGED_BY_FI'))).status).toBe(404);
    const { fiTransactionId: id } = await opened();
    const messageId = `msg-${randomUUID()}`;
    await send(status(id, 'RECEIVED_AT_ACH'), messageId);
    expect((await send(status(id, 'ACKNOWLEDGED_BY_FI'), messageId)).status).toBe(422);
  });
});

it('leaves the book whole', expectWholeLedger);
