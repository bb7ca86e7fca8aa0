import { openContactChangeStatuses } from '@tonle/contract/contact-change-states';
import { openRecoveryStatuses } from '@tonle/contract/key-recovery-states';
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

export type OpenRequest = 'VERIFICATION' | 'CONTACT_CHANGE' | 'KEY_RECOVERY' | 'AUTHORIZER_CHANGE';

/** A request of an account that is not finished, if any. Whoever opens one locks the customer first, as the caller has. */
export async function openRequestOf(tx: Tx, accountId: string): Promise<OpenRequest | undefined> {
  const { rows } = await rawTx(tx).query<{ kind: OpenRequest }>(
    `SELECT 'VERIFICATION' AS kind FROM verification_request WHERE account_id = $1 AND status = 'PENDING'
     UNION ALL
     SELECT 'CONTACT_CHANGE' FROM contact_change WHERE account_id = $1 AND status = ANY ($2::text[])
     UNION ALL
     SELECT 'KEY_RECOVERY' FROM key_recovery_request WHERE account_id = $1 AND status = ANY ($3::text[])
     UNION ALL
     SELECT 'AUTHORIZER_CHANGE' FROM authorizer_change WHERE account_id = $1 AND status = 'PENDING'
     LIMIT 1`,
    [accountId, openContactChangeStatuses, openRecoveryStatuses],
  );
  return rows[0]?.kind;
}
