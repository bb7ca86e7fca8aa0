import { reasons } from '@tonle/contract/reasons';
import type { Standing } from '@tonle/ledger';
import type { Currency } from '@tonle/money';
import type { DemoStep, Movement, Party, Scene } from './scene.ts';

const minutes = (count: number): number => count * 60_000;
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Where a payment to another bank ends, or stays. */
export type OutgoingFate =
  | 'acknowledged'
  | 'refused-by-clearing'
  | 'failed-at-receiver'
  | 'refunded-later'
  | 'stuck-sent'
  | 'stuck-at-clearing'
  | 'stuck-at-receiver';
export const outgoingFates: readonly OutgoingFate[] = [
  'acknowledged',
  'refused-by-clearing',
  'failed-at-receiver',
  'refunded-later',
  'stuck-sent',
  'stuck-at-clearing',
  'stuck-at-receiver',
];
export const fateWeights: readonly number[] = [780, 60, 60, 60, 4, 6, 8];

const pending = (businessStatus: Standing['businessStatus']): Standing => ({
  status: 'PENDING',
  businessStatus,
});

type Sent = { from: Party; to: Party; currency: Currency; amountMinor: bigint; hash: Uint8Array };

/** A payment to another bank and all that the network says of it afterwards (decisions section 7). */
export function sendAbroad(
  scene: Scene,
  at: Date,
  it: Omit<Movement, 'type' | 'standing'> & { fate: OutgoingFate; sentBy?: string },
): void {
  if (!scene.canPay(it.from, it.currency, it.amountMinor)) return;
  const { fate, sentBy, ...movement } = it;
  const transfer = scene.move(at, { ...movement, type: 'SEND_PAY', standing: pending('PENDING') });
  scene.steps.push({ at, transfers: [transfer], ...(sentBy === undefined ? {} : { sentBy }) });
  const sent: Sent = { ...movement, hash: transfer.hash };
  const { random } = scene;
  if (fate === 'stuck-sent') return;

  const clearingAt = after(at, random.between(2_000, 40_000));
  if (fate === 'refused-by-clearing') {
    giveBack(
      scene,
      clearingAt,
      sent,
      { status: 'REJECTED', businessStatus: 'FAILED_AT_ACH' },
      'Daily limit of the clearing house exceeded',
    );
    return;
  }
  // The network spells this state both ways.
  const isAltName = random.percent(8) || (fate === 'stuck-at-clearing' && it.from.walletType !== 'BANK');
  tell(scene, clearingAt, sent, pending(isAltName ? 'RECEIVE_AT_ACH' : 'RECEIVED_AT_ACH'));
  if (fate === 'stuck-at-clearing') return;

  const receiverAt = after(clearingAt, random.between(20_000, minutes(9)));
  if (fate === 'failed-at-receiver') {
    giveBack(
      scene,
      receiverAt,
      sent,
      { status: 'FAILED', businessStatus: 'FAILED_AT_FI' },
      'Account is not found at the receiver bank',
    );
    return;
  }
  tell(scene, receiverAt, sent, pending('RECEIVE_AT_RECEIVER_BANK'));
  if (fate === 'stuck-at-receiver') return;

  const endAt = after(receiverAt, random.between(minutes(1), minutes(80)));
  if (fate === 'refunded-later') {
    giveBack(
      scene,
      endAt,
      sent,
      { status: 'SUCCESS', businessStatus: 'REFUNDED_BY_RECEIVER' },
      'Refunded by the receiver',
    );
    return;
  }
  tell(scene, endAt, sent, { status: 'SUCCESS', businessStatus: 'ACKNOWLEDGED_BY_FI' });
}

function tell(scene: Scene, at: Date, sent: Sent, standing: Standing): void {
  const messageId = `MSG${scene.random.letters(16)}`;
  scene.agenda.add(at, () => {
    scene.steps.push({ at, events: [{ transactionHash: sent.hash, standing, messageId }] });
  });
}

/** The money comes back by a posting of its own; both carry each other's hash. */
function giveBack(scene: Scene, at: Date, sent: Sent, standing: Standing, errorMessage: string): void {
  const messageId = `MSG${scene.random.letters(16)}`;
  scene.agenda.add(at, () => {
    const back = scene.move(at, {
      from: sent.to,
      to: sent.from,
      currency: sent.currency,
      amountMinor: sent.amountMinor,
      type: 'RECEIVE',
      standing: { status: 'SUCCESS', businessStatus: null },
      description:
        reasons[standing.businessStatus === 'REFUNDED_BY_RECEIVER' ? 'reason.refunded' : 'reason.returned'],
      pairedHash: sent.hash,
    });
    const event = {
      transactionHash: sent.hash,
      standing,
      messageId,
      details: { errorMessage },
      pairedTransfer: 0,
    };
    scene.steps.push({ at, transfers: [back], events: [event] });
  });
}

/** A payment from another bank to one of the bank's customers. */
export function receiveForCustomer(scene: Scene, at: Date, it: Omit<Movement, 'type' | 'standing'>): void {
  const standing: Standing = { status: 'SUCCESS', businessStatus: 'ACKNOWLEDGED_BY_FI' };
  scene.steps.push({ at, transfers: [scene.move(at, { ...it, type: 'RECEIVE', standing })] });
}

/** A deposit to the main account, which waits there until somebody decides. */
export function depositToMain(
  scene: Scene,
  at: Date,
  it: Omit<Movement, 'type' | 'standing'> & {
    decision?: 'acknowledge' | 'refund';
    decidedAt: Date;
    decidedBy: string;
  },
): void {
  const { decision, decidedAt, decidedBy, ...movement } = it;
  const standing: Standing = { status: 'SUCCESS', businessStatus: 'RECEIVED_AT_FI' };
  const deposit = scene.move(at, { ...movement, type: 'DEPOSIT', standing });
  scene.steps.push({ at, transfers: [deposit] });
  if (decision === undefined) return;
  scene.agenda.add(decidedAt, () => {
    const step: DemoStep = { at: decidedAt };
    if (decision === 'acknowledge') {
      const acknowledged: Standing = { status: 'SUCCESS', businessStatus: 'ACKNOWLEDGED_BY_FI' };
      step.events = [{ transactionHash: deposit.hash, standing: acknowledged }];
    } else if (scene.canPay(it.to, it.currency, it.amountMinor)) {
      const refund: Movement = {
        from: it.to,
        to: it.from,
        currency: it.currency,
        amountMinor: it.amountMinor,
        type: 'SEND_PAY',
        standing: { status: 'SUCCESS', businessStatus: null },
        description: reasons['reason.refund'],
        pairedHash: deposit.hash,
      };
      step.transfers = [scene.move(decidedAt, refund)];
      const refunded: Standing = { status: 'SUCCESS', businessStatus: 'REFUNDED_BY_RECEIVER' };
      step.events = [{ transactionHash: deposit.hash, standing: refunded, pairedTransfer: 0 }];
      step.sentBy = decidedBy;
    }
    if (step.events !== undefined) scene.steps.push(step);
  });
}
