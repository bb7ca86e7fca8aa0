import type { AssetId } from '@tonle/money';
import type { AccountKind, AccountStatus, RefusalReason } from './command.ts';
import type { Tx } from './database.ts';

/** An account as it stands: the sealed opening, what may be done with it now, and its balances. */
export type AccountState = {
  accountId: string;
  kind: AccountKind;
  bankCode: string | null;
  created: Date;
  frozen: boolean;
  status: AccountStatus;
  /** The shared limit that it has; its own figures then follow that one. */
  dayLimitId: bigint | null;
  dayLimitKhrMinor: bigint | null;
  dayLimitUsdMinor: bigint | null;
  balancesMinor: Record<AssetId, bigint>;
};

/** Account ids of the book's own making; they end in a domain that no participant has. */
export const issuanceAccountId = 'issuance@settle';
export const settlementAccountId = (bankCode: string): string => `${bankCode.toLowerCase()}@settle`;

type AccountRow = {
  account_id: string;
  kind: AccountKind;
  bank_code: string | null;
  created_ms: string;
  frozen: boolean;
  status: AccountStatus;
  day_limit_id: string | null;
  day_limit_khr_minor: string | null;
  day_limit_usd_minor: string | null;
  khr: string;
  usd: string;
};

const selectAccounts = `
SELECT s.account_id, s.kind, a.bank_code, (extract(epoch FROM a.created) * 1000)::bigint::text AS created_ms, s.frozen,
  s.status, s.day_limit_id::text, coalesce(d.khr_minor, s.day_limit_khr_minor)::text AS day_limit_khr_minor,
  coalesce(d.usd_minor, s.day_limit_usd_minor)::text AS day_limit_usd_minor, k.balance_minor::text AS khr,
  u.balance_minor::text AS usd
FROM account_state s
LEFT JOIN day_limit d ON d.day_limit_id = s.day_limit_id
JOIN account a ON a.account_id = s.account_id
JOIN balance k ON k.account_id = s.account_id AND k.asset_id = 'khr#nbc'
JOIN balance u ON u.account_id = s.account_id AND u.asset_id = 'usd#nbc'
WHERE s.account_id = ANY ($1::text[])`;

const orNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const readRow = (row: AccountRow): AccountState => ({
  accountId: row.account_id,
  kind: row.kind,
  bankCode: row.bank_code,
  created: new Date(Number(row.created_ms)),
  frozen: row.frozen,
  status: row.status,
  dayLimitId: orNull(row.day_limit_id),
  dayLimitKhrMinor: orNull(row.day_limit_khr_minor),
  dayLimitUsdMinor: orNull(row.day_limit_usd_minor),
  balancesMinor: { 'khr#nbc': BigInt(row.khr), 'usd#nbc': BigInt(row.usd) },
});

/** The accounts of these ids that exist, by id. */
export async function readAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<Map<string, AccountState>> {
  const { rows } = await tx.query<AccountRow>(selectAccounts, [accountIds]);
  return new Map(rows.map((row) => [row.account_id, readRow(row)]));
}

export const readAccount = async (tx: Tx, accountId: string): Promise<AccountState | undefined> =>
  (await readAccounts(tx, [accountId])).get(accountId);

export type AccountRefusal =
  | Extract<RefusalReason, { name: 'ACCOUNT_MISSING' | 'ACCOUNT_CLOSED' }>
  | { name: 'BALANCE_LEFT'; accountId: string; balancesMinor: Record<AssetId, bigint> };

export type AccountChange =
  | { outcome: 'changed'; before: AccountState; after: AccountState }
  | { outcome: 'refused'; reason: AccountRefusal };

type Wanted = Partial<
  Pick<AccountState, 'frozen' | 'status' | 'dayLimitId' | 'dayLimitKhrMinor' | 'dayLimitUsdMinor'>
>;

/**
 * Locks the account's row as a batch does, so that whatever a batch decided about the account is there to be read, and
 * nothing more is decided until this transaction ends. A deleted account never changes again.
 *
 * Batches wait for this lock while they hold the head: keep the transaction short, and never wait for `submit` inside it.
 */
async function changeAccount(
  tx: Tx,
  accountId: string,
  want: (before: AccountState) => Wanted | AccountRefusal,
): Promise<AccountChange> {
  await tx.query('SELECT FROM account_state WHERE account_id = $1 FOR NO KEY UPDATE', [accountId]);
  // A second statement: its snapshot is younger than the lock.
  const before = await readAccount(tx, accountId);
  if (!before) return { outcome: 'refused', reason: { name: 'ACCOUNT_MISSING', accountId } };
  if (before.status === 'DELETED') {
    return { outcome: 'refused', reason: { name: 'ACCOUNT_CLOSED', accountId, status: before.status } };
  }
  const wanted = want(before);
  if ('name' in wanted) return { outcome: 'refused', reason: wanted };
  const after = { ...before, ...wanted };
  await tx.query(
    `UPDATE account_state SET frozen = $2, status = $3, day_limit_id = $4, day_limit_khr_minor = $5, day_limit_usd_minor = $6
     WHERE account_id = $1`,
    [accountId, after.frozen, after.status, after.dayLimitId, after.dayLimitKhrMinor, after.dayLimitUsdMinor],
  );
  return { outcome: 'changed', before, after };
}

export const freezeAccount = (tx: Tx, accountId: string): Promise<AccountChange> =>
  changeAccount(tx, accountId, () => ({ frozen: true }));

export const unfreezeAccount = (tx: Tx, accountId: string): Promise<AccountChange> =>
  changeAccount(tx, accountId, () => ({ frozen: false }));

export const activateAccount = (tx: Tx, accountId: string): Promise<AccountChange> =>
  changeAccount(tx, accountId, () => ({ status: 'ACTIVATED' }));

export const deactivateAccount = (tx: Tx, accountId: string): Promise<AccountChange> =>
  changeAccount(tx, accountId, () => ({ status: 'DEACTIVATED' }));

/** Refused while money is left; the account stays readable. */
export const deleteAccount = (tx: Tx, accountId: string): Promise<AccountChange> =>
  changeAccount(tx, accountId, ({ balancesMinor }) =>
    Object.values(balancesMinor).some((balanceMinor) => balanceMinor !== 0n)
      ? { name: 'BALANCE_LEFT', accountId, balancesMinor }
      : { status: 'DELETED' },
  );

type DayLimits = { khrMinor: bigint | null; usdMinor: bigint | null };

/** A limit of the account's own. Null lifts it. The next payment is judged by it. */
export const setDayLimits = (tx: Tx, accountId: string, limits: DayLimits): Promise<AccountChange> =>
  changeAccount(tx, accountId, () => ({
    dayLimitId: null,
    dayLimitKhrMinor: limits.khrMinor,
    dayLimitUsdMinor: limits.usdMinor,
  }));

/** A limit that accounts can share, by its id. The next payment of each that has it is judged by it; no account is locked. */
export async function putDayLimit(
  tx: Tx,
  dayLimitId: bigint,
  limits: { khrMinor: bigint; usdMinor: bigint },
): Promise<void> {
  await tx.query(
    `INSERT INTO day_limit (day_limit_id, khr_minor, usd_minor) VALUES ($1, $2, $3)
     ON CONFLICT (day_limit_id) DO UPDATE SET khr_minor = excluded.khr_minor, usd_minor = excluded.usd_minor`,
    [dayLimitId, limits.khrMinor, limits.usdMinor],
  );
}

/**
 * Gives an account a shared limit, whose figures as they are now stand with the account too: a batch whose statement began
 * before the limit was there judges by them. Whoever calls keeps the limit as it is until the transaction ends.
 */
export async function giveDayLimit(tx: Tx, accountId: string, dayLimitId: bigint): Promise<AccountChange> {
  const { rows } = await tx.query<{ khr: string; usd: string }>(
    'SELECT khr_minor::text AS khr, usd_minor::text AS usd FROM day_limit WHERE day_limit_id = $1',
    [dayLimitId],
  );
  const [limit] = rows;
  if (!limit) throw new Error(`there is no day limit ${dayLimitId}`);
  return changeAccount(tx, accountId, () => ({
    dayLimitId,
    dayLimitKhrMinor: BigInt(limit.khr),
    dayLimitUsdMinor: BigInt(limit.usd),
  }));
}
