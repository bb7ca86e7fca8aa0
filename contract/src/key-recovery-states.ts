/** Where a request to give a customer a new key stands (2-console.md section 4, decisions section 8). */
export const recoveryStatuses = [
  'PREPARED',
  'CREATED',
  'VERIFIED',
  'OPENED',
  'READY',
  'AUTHORIZED',
  'SENT',
  'REVOKED',
  'APPROVED',
  'REJECTED',
  'FAILED',
  'SUCCESSFUL',
  'CANCELED',
] as const;
export type RecoveryStatus = (typeof recoveryStatuses)[number];

/** Whoever moves a request: an administrator, an authorizer, the customer's app, the network, the clock and the bank itself. */
export type RecoveryActor = 'admin' | 'authorizer' | 'app' | 'network' | 'bank';

type Move = { by: readonly RecoveryActor[]; from: readonly RecoveryStatus[]; to: RecoveryStatus };

/**
 * Every way from one state to another. What is not here does not happen: the server moves a request only by these, each by
 * one compare-and-set, and the portal offers only these.
 */
export const recoveryMoves = {
  /** The prepared code has reached the customer. */
  deliver: { by: ['bank'], from: ['PREPARED'], to: 'CREATED' },
  verify: { by: ['admin', 'app'], from: ['CREATED'], to: 'VERIFIED' },
  /** With the customer's application; what is shown then is the code for the app. */
  complete: { by: ['admin'], from: ['VERIFIED'], to: 'OPENED' },
  cancel: { by: ['admin'], from: ['PREPARED', 'VERIFIED', 'OPENED', 'READY'], to: 'CANCELED' },
  /** With the code and a new public key. */
  answer: { by: ['app'], from: ['OPENED'], to: 'READY' },
  authorize: { by: ['authorizer'], from: ['READY'], to: 'AUTHORIZED' },
  reject: { by: ['authorizer'], from: ['READY'], to: 'REJECTED' },
  /** To the gateway, which tells the network. */
  hand: { by: ['bank'], from: ['AUTHORIZED'], to: 'SENT' },
  revoke: { by: ['admin'], from: ['SENT'], to: 'REVOKED' },
  approve: { by: ['network'], from: ['SENT'], to: 'APPROVED' },
  refuse: { by: ['network'], from: ['SENT'], to: 'FAILED' },
  /** The ledger has the new key. */
  apply: { by: ['bank'], from: ['APPROVED'], to: 'SUCCESSFUL' },
  /** The ledger cannot take the new key. */
  fail: { by: ['bank'], from: ['APPROVED'], to: 'FAILED' },
  /** The fifth wrong code. */
  exhaust: { by: ['bank'], from: ['CREATED', 'OPENED'], to: 'FAILED' },
  /** 24 hours: as long as people have to do something, and not once the network has been told. */
  expire: { by: ['bank'], from: ['PREPARED', 'CREATED', 'VERIFIED', 'OPENED', 'READY'], to: 'FAILED' },
} as const satisfies Record<string, Move>;
export type RecoveryMove = keyof typeof recoveryMoves;

type Standing = { status: RecoveryStatus };
const may =
  (move: RecoveryMove) =>
  ({ status }: Standing): boolean =>
    (recoveryMoves[move].from as readonly RecoveryStatus[]).includes(status);

/** What people may do with a request as it stands; that they hold the permission is another question. */
export const recoveryCan = {
  verify: may('verify'),
  complete: may('complete'),
  cancel: may('cancel'),
  revoke: may('revoke'),
  authorize: may('authorize'),
  reject: may('reject'),
  /** Another code instead of the one that was sent: `prepare` once more. */
  resend: ({ status }: Standing): boolean => status === 'PREPARED' || status === 'CREATED',
} as const;

/** As long as a request is in one of these, the account has no second one. */
export const openRecoveryStatuses = [
  'PREPARED',
  'CREATED',
  'VERIFIED',
  'OPENED',
  'READY',
  'AUTHORIZED',
  'SENT',
  'APPROVED',
] as const satisfies readonly RecoveryStatus[];

export const isOpenRecovery = ({ status }: Standing): boolean =>
  (openRecoveryStatuses as readonly RecoveryStatus[]).includes(status);

/** How the key's change stands at the network, once it was handed to the gateway. */
export const trxStatuses = ['PENDING', 'APPROVED', 'SUCCESS', 'REJECTED', 'FAILED', 'REVOKED'] as const;
export type TrxStatus = (typeof trxStatuses)[number];

export const recoveryHours = 24;
/** What waits for people in a recovery, or has left until it fails, no longer than this is fine: a quarter of its time. */
export const recoveryPatienceHours = recoveryHours / 4;
/** A recovery so soon after a change of the contact needs another authorizer (decisions section 8). */
export const contactChangeHours = 72;
