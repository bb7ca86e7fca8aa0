import { randomBytes } from 'node:crypto';
import type { DecisionMessage } from '@tonle/contract/network';
import { reasons } from '@tonle/contract/reasons';
import { Refusal } from '@tonle/contract/refusal';
import { incomingCan } from '@tonle/contract/transaction-states';
import {
  type Ledger,
  type PreparedTransfer,
  prepareTransfer,
  type RefusalReason,
  readState,
  type Standing,
  signTransfer,
} from '@tonle/ledger';
import { currencyOf, formatAmount } from '@tonle/money';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit, auditAttachment } from '../audit-log/audit-log.public.ts';
import { type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import type { BankKey } from '../keyholders/keyholders.public.ts';
import { decisionAttachment, type Network, resendDecision } from '../network/network.public.ts';
import { newFiTransactionId } from './fi-transaction-id.ts';
import { detailsOf } from './transaction-details.ts';
import { type Deposit, depositsNamed } from './transaction-rows.store.ts';
import { rowOf } from './transaction-view.ts';

export interface DecisionDeps {
  db: Db;
  ledger: Pick<Ledger, 'submit'>;
  bankKey: Pick<BankKey, 'signer'>;
  network: Pick<Network, 'wake'>;
  clock: () => Date;
}

type Decision = 'acknowledge' | 'refund';
type Decided = Standing & { transactionHash: string; pairedTrxHash: string | null };

const waiting: Standing = { status: 'SUCCESS', businessStatus: 'RECEIVED_AT_FI' };
const outcomes = {
  acknowledge: { standing: 'ACKNOWLEDGED_BY_FI', told: 'ACKNOWLEDGED', activity: 'DEPOSIT_ACKNOWLEDGED' },
  refund: { standing: 'REFUNDED_BY_RECEIVER', told: 'REFUNDED', activity: 'DEPOSIT_REFUNDED' },
} as const;

/**
 * Acknowledges a deposit to the main account, or gives it back whole. Exactly one of them happens, once: the ledger judges
 * the deposit's state when the command's turn comes (1-portal.md section 4, decisions section 7).
 */
export async function decide(
  deps: DecisionDeps,
  decision: Decision,
  order: { id: string; actor: Actor; deadline: Date },
): Promise<Decided> {
  const { own, deposit } = await inTransaction(
    deps.db,
    async (tx) => ({ own: await ownBank(tx), deposit: await depositOf(tx, order.id) }),
    { readOnly: true },
  );
  if (!incomingCan[decision](decidable(deposit))) throw wrongState(readState(deposit.state));
  const refund = decision === 'refund' ? await refundOf(deps, own, deposit) : undefined;
  const hash = Buffer.from(deposit.hash, 'hex');
  const standing: Standing = { status: 'SUCCESS', businessStatus: outcomes[decision].standing };
  const result = await deps.ledger.submit({
    deadline: order.deadline,
    requires: [
      { kind: 'transaction-in', hash, standings: [waiting] },
      ...(refund === undefined ? [] : [{ kind: 'account-open' as const, accountId: own.mainAccountId }]),
    ],
    transfers: refund === undefined ? [] : [refund],
    events: [{ transactionHash: hash, standing, ...(refund === undefined ? {} : { pairedTransfer: 0 }) }],
    attach: [
      auditOf(order.actor, decision, deposit, refund),
      ...(deposit.from_network ? [messageOf(decision, deposit, refund)] : []),
    ],
  });
  if (result.outcome === 'refused') throw refusalOf(result.reason);
  deps.network.wake();
  return { ...standing, transactionHash: deposit.hash, pairedTrxHash: refund ? hexOf(refund) : null };
}

/** Tells the network again of a decision that it rejected. Nothing is posted. */
export async function resend(
  deps: Pick<DecisionDeps, 'db' | 'network'>,
  order: { id: string; actor: Actor },
): Promise<Decided> {
  const decided = await inTransaction(deps.db, async (tx) => {
    const deposit = await depositOf(tx, order.id);
    const resent = await resendDecision(tx, deposit.hash);
    const { status, businessStatus } = readState(deposit.state);
    if (resent.outcome !== 'resent') {
      throw new Refusal('WRONG_STATE', { state: resent.state ?? businessStatus ?? status });
    }
    await audit(tx, {
      actor: order.actor,
      activity: 'DECISION_RESENT',
      description: `Told the network again that ${deposit.fi_transaction_id} is ${businessStatus}`,
      subject: deposit.fi_transaction_id,
      new: { transactionHash: deposit.hash, businessStatus },
    });
    return { transactionHash: deposit.hash, status, businessStatus, pairedTrxHash: deposit.paired_hash };
  });
  deps.network.wake();
  return decided;
}

/** The deposit of this name; of several transactions that share it the one that may be decided on. */
async function depositOf(tx: Tx, id: string): Promise<Deposit> {
  const named = await depositsNamed(tx, id);
  const found = named.find((it) => incomingCan.refund(decidable(it))) ?? named[0];
  if (found === undefined) throw new Refusal('NOT_FOUND');
  return found;
}

const decidable = (it: Deposit) => ({
  ...rowOf(it),
  destinationWalletType: it.details.destinationWalletType ?? null,
});

const hexOf = ({ hash }: PreparedTransfer): string => Buffer.from(hash).toString('hex');

function refundOf(deps: DecisionDeps, own: OwnBank, it: Deposit): Promise<PreparedTransfer> {
  const facts = it.details;
  const prepared = prepareTransfer({
    nonce: randomBytes(16),
    assetId: readState(it.state).assetId,
    amountMinor: it.amount_minor,
    type: 'SEND_PAY',
    standing: { status: 'SUCCESS', businessStatus: null },
    debitAccountId: it.credit_account_id,
    creditAccountId: it.debit_account_id,
    sourceAccountId: it.destination_account_id,
    destinationAccountId: it.source_account_id,
    fiTransactionId: newFiTransactionId(own, deps.clock()),
    description: reasons['reason.refund'],
    sourceName: own.name,
    ...(it.source_name === null ? {} : { destinationName: it.source_name }),
    ...(it.source_phone_number === null ? {} : { destinationPhoneNumber: it.source_phone_number }),
    pairedHash: Buffer.from(it.hash, 'hex'),
    details: detailsOf({
      sourceBankName: facts.destinationBankName,
      sourceBankParticipantCode: facts.destinationBankParticipantCode,
      sourceWalletType: facts.destinationWalletType,
      destinationBankName: facts.sourceBankName,
      destinationBankParticipantCode: facts.sourceBankParticipantCode,
      destinationWalletType: facts.sourceWalletType,
      transactionWalletType: facts.destinationWalletType,
      receiverBankAccount: it.source_account_id,
    }),
  });
  return signTransfer(prepared, deps.bankKey.signer());
}

/** The network knows the deposit by the name it gave it. */
function messageOf(decision: Decision, deposit: Deposit, refund: PreparedTransfer | undefined) {
  const message: DecisionMessage = {
    type: 'DECISION',
    depositId: deposit.fast_transaction_id ?? deposit.fi_transaction_id,
    decision: outcomes[decision].told,
    ...(refund === undefined ? {} : { refundId: refund.draft.fiTransactionId }),
  };
  return decisionAttachment(deposit.hash, message);
}

function auditOf(actor: Actor, decision: Decision, it: Deposit, refund: PreparedTransfer | undefined) {
  const currency = currencyOf(readState(it.state).assetId);
  const amount = `${formatAmount(it.amount_minor, currency)} ${currency}`;
  const words =
    decision === 'refund'
      ? `Gave back the deposit of ${amount} to`
      : `Acknowledged the deposit of ${amount} from`;
  return auditAttachment({
    actor,
    activity: outcomes[decision].activity,
    description: `${words} ${it.source_account_id}`,
    subject: it.fi_transaction_id,
    old: { businessStatus: waiting.businessStatus },
    new: {
      transactionHash: it.hash,
      businessStatus: outcomes[decision].standing,
      ...(refund === undefined ? {} : { refundTransactionHash: hexOf(refund) }),
    },
  });
}

/** Somebody else was first, or it never was to be decided on: what it is now is said. */
const wrongState = ({ status, businessStatus }: Standing): Refusal =>
  new Refusal('WRONG_STATE', { state: businessStatus ?? status, status, businessStatus });

function refusalOf(reason: RefusalReason): Error {
  switch (reason.name) {
    case 'WRONG_STATE':
      return wrongState(reason);
    case 'INSUFFICIENT_FUNDS': {
      const currency = currencyOf(reason.assetId);
      return new Refusal('INSUFFICIENT_FUNDS', {
        balance: formatAmount(reason.balanceMinor, currency),
        currency,
      });
    }
    case 'ACCOUNT_FROZEN':
      return new Refusal('ACCOUNT_BLOCKED', { account: reason.accountId });
    case 'ACCOUNT_CLOSED':
      return new Refusal('ACCOUNT_DEACTIVATED', { account: reason.accountId });
    case 'SIGNING_KEY_MISSING':
      return new Refusal('BANK_KEY_NOT_INSTALLED');
    case 'DEADLINE_PASSED':
      return new Refusal('DEADLINE_PASSED');
    default:
      return new Error(`the ledger refused a decision in an unexpected way: ${reason.name}`);
  }
}
