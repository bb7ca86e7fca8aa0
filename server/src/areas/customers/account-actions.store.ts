import { rawTx, type Tx } from '../../db/tx.ts';

/** Whether money of an account is on its way and may come back. */
export async function hasPaymentsUnderWay(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await rawTx(tx).query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT FROM rollup r JOIN transaction_state s ON s.state = r.state
       WHERE r.list = $1 AND r.count > 0 AND s.status = 'PENDING') AS found`,
    [accountId],
  );
  return rows[0]?.found === true;
}
