import { rawTx, type Tx } from '../../db/tx.ts';

export interface StatementAccount {
  readonly accountId: string;
  readonly accountType: 'MOBILE' | 'DESKTOP' | 'WEB';
  readonly fullName: string | null;
  readonly nameKhmer: string | null;
  readonly primaryContact: string;
  readonly registeredAt: Date;
}

export async function statementAccount(tx: Tx, accountId: string): Promise<StatementAccount | undefined> {
  const { rows } = await rawTx(tx).query<StatementAccount>(
    `SELECT account_id AS "accountId", account_type AS "accountType", full_name AS "fullName",
       nullif(concat_ws(' ', last_name_khmer, first_name_khmer), '') AS "nameKhmer",
       primary_contact AS "primaryContact", registered_at AS "registeredAt"
     FROM customer WHERE account_id = $1`,
    [accountId],
  );
  return rows[0];
}

export interface StatementEntry {
  readonly created: Date;
  readonly fiTransactionId: string;
  /** Below zero where money left the account. */
  readonly amountMinor: bigint;
  readonly balanceAfterMinor: bigint;
  readonly otherAccountId: string;
  readonly otherName: string | null;
  readonly description: string | null;
  /** As the account sees it: 0 Send/Pay, 1 Deposit, 2 Receive. */
  readonly type: number;
}

export interface StatementQuery {
  readonly accountId: string;
  /** 0 for riel, 1 for dollars. */
  readonly asset: 0 | 1;
  readonly low: bigint;
  readonly high: bigint;
}

const kindsOf = (asset: 0 | 1): number[] => [0, 1, 2].map((type) => asset * 3 + type);

/** What was on the account before the window's first entry: what the entry before it left there. */
export async function openingBalance(tx: Tx, { accountId, asset, low }: StatementQuery): Promise<bigint> {
  const { rows } = await rawTx(tx).query<{ balance: bigint }>(
    `SELECT last.balance_after_minor AS balance FROM unnest($2::smallint[]) AS wanted (kind)
     CROSS JOIN LATERAL (SELECT e.seq, e.balance_after_minor FROM entry e
       WHERE e.account_id = $1 AND e.kind = wanted.kind AND e.seq < $3::bigint ORDER BY e.seq DESC LIMIT 1) AS last
     ORDER BY last.seq DESC LIMIT 1`,
    [accountId, kindsOf(asset), low],
  );
  return rows[0]?.balance ?? 0n;
}

/** The window's entries in the order of time, at most so many. */
export async function statementEntries(
  tx: Tx,
  { accountId, asset, low, high }: StatementQuery,
  max: number,
): Promise<StatementEntry[]> {
  const { rows } = await rawTx(tx).query<StatementEntry>(
    `SELECT t.created, t.fi_transaction_id AS "fiTransactionId", e.amount_minor AS "amountMinor",
       e.balance_after_minor AS "balanceAfterMinor", (e.kind % 3)::int AS type, t.description,
       CASE WHEN e.amount_minor < 0 THEN t.destination_account_id ELSE t.source_account_id END AS "otherAccountId",
       CASE WHEN e.amount_minor < 0 THEN t.destination_name ELSE t.source_name END AS "otherName"
     FROM entry e JOIN transfer t ON t.seq = e.seq
     WHERE e.account_id = $1 AND e.kind = ANY ($2::smallint[]) AND e.seq BETWEEN $3::bigint AND $4::bigint
     ORDER BY e.seq LIMIT $5::int`,
    [accountId, kindsOf(asset), low, high, max],
  );
  return rows;
}
