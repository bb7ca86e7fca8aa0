import {
  AnswerToBank,
  MessageToBank,
  TransferInquiryAnswer,
  type TransferMessage,
} from '@tonle/contract/network';
import { afterEach, expect, test } from 'vitest';
import { Clearing } from './clearing.ts';
import { type Faults, ordinary } from './faults.ts';

const calm: Faults = {
  ...ordinary,
  delayMinMs: 1,
  delayMaxMs: 2,
  fail: 0,
  duplicate: 0,
  reorder: 0,
  silence: 0,
  drop: 0,
};
let clearing: Clearing | undefined;
afterEach(() => clearing?.close());

function open(faults: Partial<Faults> = {}) {
  const told: { messageId: string; message: MessageToBank; times: number }[] = [];
  const door = {
    deliver: async (messageId: string, message: MessageToBank, times = 1) => {
      told.push({ messageId, message, times });
      return 'given-up' as const;
    },
  };
  clearing = new Clearing({ seed: 'test', run: 'test', faults: { ...calm, ...faults }, door });
  return { clearing, told };
}

const transfer = (to: string, more: Partial<TransferMessage> = {}): TransferMessage => ({
  type: 'TRANSFER',
  transferId: `T-0000-${to.split('@')[0]}`,
  transactionHash: '0'.repeat(64),
  sourceAccountId: 'a_b@chkt',
  sourceWalletType: 'MOBILE',
  destinationBank: 'MEKGKHPPXXX',
  destinationAccountId: to,
  assetId: 'usd#nbc',
  amount: '10.00',
  ...more,
});
const saidOf = (told: readonly { message: MessageToBank }[]) =>
  told.map(({ message }) => (message.type === 'STATUS' ? message.businessStatus : message.type));

test('a transfer takes its way once, however often it arrives', async () => {
  const { clearing, told } = open();
  for (let time = 0; time < 3; time += 1)
    expect(clearing.take(transfer('sok_dara@mekg'))).toEqual({ outcome: 'ACCEPTED' });
  await expect.poll(() => told.length).toBe(3);
  // What comes for the next one comes after anything that were still due for this.
  clearing.take(transfer('bopha@mekg'));
  await expect.poll(() => told.length).toBe(6);
  expect(saidOf(told.slice(0, 3))).toEqual([
    'RECEIVED_AT_ACH',
    'RECEIVE_AT_RECEIVER_BANK',
    'ACKNOWLEDGED_BY_FI',
  ]);
  for (const { message } of told) expect(MessageToBank.safeParse(message).success).toBe(true);
});

test('what is asked is answered as agreed, with the ids that the messages have', async () => {
  const { clearing, told } = open();
  expect(TransferInquiryAnswer.parse(clearing.inquire('T-0000-nothing'))).toEqual({
    known: false,
    statuses: [],
  });
  clearing.take(transfer('failed@mekg'));
  await expect.poll(() => told.length).toBe(3);
  const answer = TransferInquiryAnswer.parse(clearing.inquire('T-0000-failed'));
  expect(answer.statuses.map((it) => it.messageId)).toEqual(told.map((it) => it.messageId));
  expect(answer.statuses.at(-1)).toMatchObject({
    businessStatus: 'FAILED_AT_FI',
    reason: expect.any(String),
  });
});

test('of a silent one nothing is told and everything is known', async () => {
  const { clearing, told } = open();
  clearing.take(transfer('silent@mekg'));
  await expect.poll(() => clearing.inquire('T-0000-silent').statuses.length).toBe(3);
  expect(told).toEqual([]);
});

test('answers get lost, and messages come twice', async () => {
  const { clearing, told } = open({ drop: 100, duplicate: 100 });
  const answers = Array.from({ length: 4 }, () => clearing.take(transfer('sok_dara@mekg')));
  expect(answers[0]).toBe(undefined);
  expect(answers[3]).toEqual({ outcome: 'ACCEPTED' });
  await expect.poll(() => told.length).toBe(3);
  expect(told.map((it) => it.times)).toEqual([2, 2, 2]);
});

test('a bank that is not there is refused for good', () => {
  const { clearing } = open();
  const answer = clearing.take(transfer('sok_dara@nowhere', { destinationBank: 'NOWHERE' }));
  expect(AnswerToBank.parse(answer)).toMatchObject({ outcome: 'REFUSED', error: 'TRANSFER_REJECTED' });
});

test('a decision is taken once; a rejected one can come again, another one cannot', () => {
  const decide = (messageId: string, decision: 'ACKNOWLEDGED' | 'REFUNDED', it: Clearing) =>
    AnswerToBank.parse(it.decide(messageId, { type: 'DECISION', depositId: 'D-0000001', decision })).outcome;
  const { clearing: willing } = open({ reject: 0 });
  expect(decide('decision-1', 'REFUNDED', willing)).toBe('ACCEPTED');
  expect(decide('decision-1', 'REFUNDED', willing)).toBe('ACCEPTED');
  expect(decide('decision-2', 'ACKNOWLEDGED', willing)).toBe('REFUSED');
  const { clearing: unwilling } = open({ reject: 100 });
  expect(decide('decision-1', 'REFUNDED', unwilling)).toBe('REFUSED');
  expect(decide('decision-1', 'REFUNDED', unwilling)).toBe('REFUSED');
  expect(decide('decision-2', 'REFUNDED', unwilling)).toBe('ACCEPTED');
});
