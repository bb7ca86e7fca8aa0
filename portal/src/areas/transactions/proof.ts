import type { TransactionDetail, TransactionProof } from '@tonle/contract/transactions';
import { checkProof, type ProofFault, type ProvenTransfer } from '@tonle/ledger/proof';
import { parseAmount } from '@tonle/money';

/** What came of checking a transaction's proof; `other-transaction`: it holds, but for something else than is shown. */
export type Sealing =
  | { holds: true; blockHeight: string; blockHash: string; seq: string }
  | { holds: false; fault: ProofFault | 'other-transaction' };

/** What of a transaction is sealed and never changes. */
type Shown = Pick<
  TransactionDetail,
  | 'transactionHash'
  | 'assetId'
  | 'currencyName'
  | 'transactionContent'
  | 'sourceAccountId'
  | 'destinationAccountId'
  | 'fiTransactionId'
  | 'transactionCreatedTime'
>;

/** Checks a proof here in the browser, and that what it proves is what is shown. */
export async function checkSealing(shown: Shown, proof: TransactionProof): Promise<Sealing> {
  const check = await checkProof(proof);
  if (!check.holds) return check;
  const { transfer, blockHeight, blockHash, seq } = check.record;
  if (transfer === undefined || !saysTheSame(transfer, shown))
    return { holds: false, fault: 'other-transaction' };
  return { holds: true, blockHeight, blockHash, seq };
}

const saysTheSame = (proven: ProvenTransfer, shown: Shown): boolean =>
  proven.transactionHash === shown.transactionHash &&
  proven.assetId === shown.assetId &&
  proven.amountMinor ===
    String(parseAmount(shown.transactionContent.commandList[0]?.amount ?? '', shown.currencyName)) &&
  proven.sourceAccountId === shown.sourceAccountId &&
  proven.destinationAccountId === shown.destinationAccountId &&
  proven.fiTransactionId === shown.fiTransactionId &&
  proven.createdMs === Date.parse(shown.transactionCreatedTime);
