import type { BusinessStatus, TransactionStatus } from './transaction-states.ts';

/**
 * How a transfer to another bank moves by what the network says of it (decisions section 7). The server applies messages by
 * this table and the simulator sends them by it.
 */
export const networkStatuses = [
  'RECEIVED_AT_ACH',
  'RECEIVE_AT_RECEIVER_BANK',
  'ACKNOWLEDGED_BY_FI',
  'FAILED_AT_ACH',
  'FAILED_AT_FI',
  'REFUNDED_BY_RECEIVER',
] as const;
export type NetworkStatus = (typeof networkStatuses)[number];

type OutgoingStep = {
  status: TransactionStatus;
  /** Steps go up only. From 3 on the transfer is settled. */
  step: 1 | 2 | 3 | 4;
  /** The money comes back by a posting of its own. */
  returnsMoney: boolean;
  /** What lies on the way here: heard afterwards it is only late, anything else contradicts. */
  after: readonly NetworkStatus[];
};

const atReceiver = ['RECEIVED_AT_ACH', 'RECEIVE_AT_RECEIVER_BANK'] as const;

export const outgoingSteps: Readonly<Record<NetworkStatus, OutgoingStep>> = {
  RECEIVED_AT_ACH: { status: 'PENDING', step: 1, returnsMoney: false, after: [] },
  RECEIVE_AT_RECEIVER_BANK: { status: 'PENDING', step: 2, returnsMoney: false, after: ['RECEIVED_AT_ACH'] },
  ACKNOWLEDGED_BY_FI: { status: 'SUCCESS', step: 3, returnsMoney: false, after: atReceiver },
  FAILED_AT_ACH: { status: 'REJECTED', step: 3, returnsMoney: true, after: [] },
  FAILED_AT_FI: { status: 'FAILED', step: 3, returnsMoney: true, after: atReceiver },
  // The receiver's bank may give the money back later, when it had acknowledged it already.
  REFUNDED_BY_RECEIVER: {
    status: 'SUCCESS',
    step: 4,
    returnsMoney: true,
    after: [...atReceiver, 'ACKNOWLEDGED_BY_FI'],
  },
};

/** Where a transfer to another bank begins. */
export const outgoingStart = { status: 'PENDING', businessStatus: 'PENDING' } as const satisfies Standing;

type Standing = { status: TransactionStatus; businessStatus: BusinessStatus | null };

/** The network spells one state in two ways. */
const nameOf = (businessStatus: BusinessStatus | null): BusinessStatus | null =>
  businessStatus === 'RECEIVE_AT_ACH' ? 'RECEIVED_AT_ACH' : businessStatus;

const isNetworkStatus = (it: BusinessStatus | null): it is NetworkStatus =>
  (networkStatuses as readonly (BusinessStatus | null)[]).includes(it);

const isFinal = (it: NetworkStatus): boolean => outgoingSteps[it].step >= 3;

/**
 * What a status message does to a transfer: it moves it; or it says what is so already; or it comes after later news; or it
 * contradicts the final state, which the first one keeps, and is for people to look into.
 */
export const statusEffects = ['MOVES', 'REPEATS', 'LATE', 'CONTRADICTS'] as const;
export type StatusEffect = (typeof statusEffects)[number];

/**
 * Judges a message by the table. Whatever order messages come in and however often: the first final state wins, and only
 * acknowledged money may still be refunded.
 */
export function judgeStatus(current: Standing, heard: NetworkStatus): StatusEffect {
  const now = nameOf(current.businessStatus);
  if (now === heard) return 'REPEATS';
  if (!isNetworkStatus(now)) return 'MOVES';
  if (isFinal(now)) {
    if (outgoingSteps[now].after.includes(heard)) return 'LATE';
    return outgoingSteps[heard].after.includes(now) ? 'MOVES' : 'CONTRADICTS';
  }
  return outgoingSteps[heard].step > outgoingSteps[now].step ? 'MOVES' : 'LATE';
}

/** The standing that a message moves a transfer to. */
export const standingAfter = (
  heard: NetworkStatus,
): { status: TransactionStatus; businessStatus: NetworkStatus } => ({
  status: outgoingSteps[heard].status,
  businessStatus: heard,
});

/** Whether a transfer to another bank has come to its end, so that nothing more need be asked. */
export function isSettled({ businessStatus }: Standing): boolean {
  const now = nameOf(businessStatus);
  return isNetworkStatus(now) && isFinal(now);
}
