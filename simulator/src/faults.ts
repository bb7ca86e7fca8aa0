import type { TransferMessage } from '@tonle/contract/network';
import type { NetworkStatus } from '@tonle/contract/network-states';
import { Random } from '@tonle/contract/random';
import { accountOf, fatedNameOf } from './banks.ts';

/** How well the network behaves: chances in a hundred, and how long a step takes. */
export type Faults = {
  delayMinMs: number;
  delayMaxMs: number;
  /** Transfers that do not get through: refused, failed or given back. */
  fail: number;
  /** Messages that are sent twice. */
  duplicate: number;
  /** Transfers whose messages overtake each other. */
  reorder: number;
  /** Transfers of which nothing is heard unless one asks. */
  silence: number;
  /** Messages of the bank that get no answer, so that it cannot know whether they arrived. */
  drop: number;
  /** Transfers of which afterwards the opposite is said. */
  contradict: number;
  /** Decisions on deposits that are rejected. */
  reject: number;
};

/** A network on an ordinary day. */
export const ordinary: Faults = {
  delayMinMs: 400,
  delayMaxMs: 4_000,
  fail: 4,
  duplicate: 3,
  reorder: 2,
  silence: 1,
  drop: 2,
  contradict: 0,
  reject: 1,
};

export type FateStep = { businessStatus: NetworkStatus; reason?: string; afterMs: number };

/** What becomes of a transfer: decided when it arrives, by the seed and the order of arrival. */
export type Fate = {
  /** In the order in which it happens. */
  steps: readonly FateStep[];
  /** In the order in which it is told, as places in `steps`. */
  told: readonly number[];
  duplicate: boolean;
  /** So many arrivals of the message stay without an answer. */
  unanswered: number;
};

const way = ['RECEIVED_AT_ACH', 'RECEIVE_AT_RECEIVER_BANK'] as const;

type Ending = { statuses: readonly NetworkStatus[]; reason?: string };
const endings = {
  acknowledged: { statuses: [...way, 'ACKNOWLEDGED_BY_FI'] },
  refused: { statuses: ['FAILED_AT_ACH'], reason: 'Refused by clearing' },
  failed: { statuses: [...way, 'FAILED_AT_FI'], reason: 'The account cannot be credited' },
  refunded: {
    statuses: [...way, 'ACKNOWLEDGED_BY_FI', 'REFUNDED_BY_RECEIVER'],
    reason: 'Given back by the receiver',
  },
} as const satisfies Record<string, Ending>;

export function fateOf(seed: string, serial: number, message: TransferMessage, faults: Faults): Fate {
  const random = new Random(seed, 'fate', serial);
  const fated = fatedNameOf(message.destinationAccountId);
  const ending = endingOf(message, faults, random);
  const isSilent = random.percent(faults.silence) || fated === 'silent';
  const statuses = statusesOf(ending, isSilent);
  if (random.percent(faults.contradict)) {
    const isKept = ending === endings.acknowledged || ending === endings.refunded;
    statuses.push(isKept ? 'FAILED_AT_FI' : 'ACKNOWLEDGED_BY_FI');
  }
  const steps = statuses.map((businessStatus): FateStep => {
    const afterMs = random.between(faults.delayMinMs, faults.delayMaxMs);
    const reason = businessStatus === ending.statuses.at(-1) ? ending.reason : undefined;
    return { businessStatus, afterMs, ...(reason === undefined ? {} : { reason }) };
  });
  const places = steps.map((_, index) => index);
  const isReordered = random.percent(faults.reorder);
  return {
    steps,
    told: isSilent ? [] : isReordered ? random.shuffled(places) : places,
    duplicate: random.percent(faults.duplicate),
    unanswered: random.percent(faults.drop) ? random.between(1, 2) : 0,
  };
}

/** A bank that has heard an end asks no more: of a silent transfer there is only one end to hear. */
const statusesOf = ({ statuses }: Ending, isSilent: boolean): NetworkStatus[] =>
  statuses.filter((it, index) => !(isSilent && it === 'ACKNOWLEDGED_BY_FI' && index < statuses.length - 1));

function endingOf(message: TransferMessage, { fail }: Faults, random: Random): Ending {
  const chance = random.percent(fail)
    ? random.pick(['refused', 'failed', 'refunded'] as const)
    : 'acknowledged';
  const account = accountOf(message.destinationAccountId);
  if (account === undefined || account.frozen || account.accountStatus !== 'ACTIVATED') return endings.failed;
  switch (fatedNameOf(message.destinationAccountId)) {
    case 'refused':
      return endings.refused;
    case 'failed':
      return endings.failed;
    case 'refunded':
      return endings.refunded;
    case undefined:
      return endings[chance];
    default:
      return endings.acknowledged;
  }
}
