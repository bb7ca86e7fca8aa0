import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '@tonle/ledger';
import { expect } from 'vitest';
import { verifyAudit } from '../../server/src/areas/audit-log/audit-log.public.ts';
import { mainAccountId, type TestBank } from '../../server/src/test-bank.ts';
import { abroad, type Clients } from './clients.ts';
import type { Entry, Journal } from './journal.ts';

/** What is still under way must end by itself within this. */
const SETTLE_MS = 120_000;

type Row = { hash: string; amount: bigint; to: string; paired: bigint | null; back: bigint };

/** Holds the clients' journal against the book. */
export async function judge(it: {
  bank: TestBank;
  journal: Journal;
  clients: Clients;
  /** What the main account had. */
  before: bigint;
}): Promise<{ transfers: number; payments: number; deposits: number; reports: number }> {
  const { bank, journal, clients, before } = it;
  const { pool, db } = bank.database.owner;
  await settled(bank);
  await reportsEnded(journal, clients);

  const outgoing = async (from: string, to: readonly string[]): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(
      `SELECT encode(t.hash, 'hex') AS hash, t.amount_minor AS amount, t.destination_account_id AS to,
         t.paired_seq AS paired, (SELECT count(*) FROM transfer r WHERE r.paired_seq = t.seq) AS back
       FROM transfer t WHERE t.debit_account_id = $1 AND t.destination_account_id = ANY ($2) AND t.paired_seq IS NULL`,
      [from, to],
    );
    return rows;
  };
  const transfers = await outgoing(mainAccountId, [abroad, 'axb@chkt']);
  const payments = await outgoing('a_b@chkt', [abroad, 'shop@chkt', mainAccountId]);
  sameAsJournal('transfer', journal.transfers, transfers);
  sameAsJournal('payment', journal.payments, payments);

  const deposits = await judgeDeposits(bank, journal);
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);
  const returned = transfers.filter(({ back }) => back > 0n).map(({ amount }) => amount);
  const toMain = payments.filter(({ to }) => to === mainAccountId).map(({ amount }) => amount);
  expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(
    before - sum(transfers.map(({ amount }) => amount)) + sum(returned) + sum(toMain) + deposits.keptByMain,
  );

  const { rows: sums } = await pool.query(
    `SELECT coalesce(sum(balance_minor), 0)::text AS sum,
       count(*) FILTER (WHERE balance_minor < 0 AND NOT may_be_negative)::int AS negative FROM balance`,
  );
  expect(sums).toEqual([{ sum: '0', negative: 0 }]);
  const client = await pool.connect();
  try {
    expect(await verifyLedger(client)).toMatchObject({ ok: true });
  } finally {
    client.release();
  }
  expect(await verifyAudit(db, bank.config.dataDir)).toMatchObject({ ok: true });
  const { transfers: asked, payments: paid } = journal;
  return {
    transfers: count(asked),
    payments: count(paid),
    deposits: journal.deposits.size,
    reports: journal.reports.size,
  };
}

const count = (entries: ReadonlyMap<string, Entry>): number =>
  [...entries.values()].filter(({ outcome }) => outcome === 'posted').length;

/** What was acknowledged is there once; what was refused or found absent is not, nor is anything that nobody asked for. */
function sameAsJournal(what: string, entries: ReadonlyMap<string, Entry>, rows: readonly Row[]): void {
  const there = new Map<string, number>();
  for (const { hash } of rows) there.set(hash, (there.get(hash) ?? 0) + 1);
  const known = new Set<string>();
  for (const { key, outcome, transactionHash = '' } of entries.values()) {
    expect([what, key, outcome]).not.toEqual([what, key, 'open']);
    if (outcome !== 'posted') continue;
    expect([what, key, there.get(transactionHash)]).toEqual([what, key, 1]);
    expect([what, key, known.has(transactionHash)]).toEqual([what, key, false]);
    known.add(transactionHash);
  }
  expect([what, rows.filter(({ hash }) => !known.has(hash))]).toEqual([what, []]);
}

async function judgeDeposits(bank: TestBank, journal: Journal): Promise<{ keptByMain: bigint }> {
  const { rows } = await bank.database.owner.pool.query<{
    id: string;
    amount: bigint;
    to: string;
    business: string;
    back: bigint;
  }>(
    `SELECT t.fast_transaction_id AS id, t.amount_minor AS amount, t.destination_account_id AS to,
       s.business_status AS business, (SELECT count(*) FROM transfer r WHERE r.paired_seq = t.seq) AS back
     FROM transfer t JOIN transaction_list l ON l.seq = t.seq JOIN transaction_state s ON s.state = l.state
     WHERE t.fast_transaction_id LIKE 'CRASHDEPOSIT%' AND t.paired_seq IS NULL`,
  );
  const there = Map.groupBy(rows, ({ id }) => id);
  let keptByMain = 0n;
  for (const { depositId, amountMinor, to, answer } of journal.deposits.values()) {
    const found = there.get(depositId) ?? [];
    const isAccepted = answer?.includes('"ACCEPTED"') === true;
    expect([depositId, found.map(({ amount }) => amount)]).toEqual([
      depositId,
      isAccepted ? [amountMinor] : [],
    ]);
    const [row] = found;
    if (row === undefined) continue;
    const won = journal.decided.get(depositId) ?? [];
    expect([depositId, won.length <= 1]).toEqual([depositId, true]);
    const isRefunded = row.business === 'REFUNDED_BY_RECEIVER';
    expect([depositId, row.back]).toEqual([depositId, isRefunded ? 1n : 0n]);
    if (won[0] !== undefined)
      expect([depositId, won[0]]).toEqual([depositId, isRefunded ? 'refund' : 'acknowledge']);
    if (to === mainAccountId && !isRefunded) keptByMain += row.amount;
  }
  expect(rows.length).toBe(
    [...journal.deposits.values()].filter(({ answer }) => answer?.includes('"ACCEPTED"')).length,
  );
  return { keptByMain };
}

async function settled({ database }: TestBank): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const { rows } = await database.owner.pool.query<{ outbox: bigint; transfers: bigint }>(
      `SELECT (SELECT count(*) FROM network_outbox WHERE state = 'WAITING') AS outbox,
         (SELECT count(*) FROM network_transfer WHERE NOT settled) AS transfers`,
    );
    if (rows[0]?.outbox === 0n && rows[0].transfers === 0n) return;
    if (Date.now() > deadline) expect(rows[0]).toEqual({ outbox: 0n, transfers: 0n });
    await sleep(100);
  }
}

/** A job whose server died is taken up by the next, or ends FAILED. */
async function reportsEnded(journal: Journal, clients: Clients): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  const open = new Set(journal.reports);
  while (open.size > 0) {
    for (const id of open) {
      const standing = await clients.reportStanding(id);
      if (standing === 'CREATED' || standing === 'ERROR') open.delete(id);
    }
    if (open.size > 0 && Date.now() > deadline) expect([...open]).toEqual([]);
    await sleep(100);
  }
}
