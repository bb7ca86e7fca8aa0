import type pg from 'pg';

/** What may change without an audit entry, and why. Everything else may not. */
const EXEMPT: Readonly<Record<string, string>> = {
  audit_log: 'the entries themselves',
  audit_seal: 'the chain over the entries',
  schema_migration: 'written by the owner before the server starts',
  installation: 'written by the owner before the server starts',
  sign_in_attempt: 'counted before it is known what happened; the entry follows with the outcome',
  sign_in_address: 'counted before it is known what happened; the entry follows with the outcome',
  keyholder_try: 'counted before it is known what happened; the entry follows with the outcome',
  ledger_head: 'moves with the records of the ledger, which are judged themselves',
  block: 'moves with the records of the ledger, which are judged themselves',
  balance: 'a projection of entries, which are judged themselves',
  transaction_list: 'a projection of transfers and events, which are judged themselves',
  transfer_request: 'noted before it is known what happens; the entry follows with the posting',
  network_outbox: 'how delivery stands; what is delivered was written with the posting that it tells of',
  network_message: 'the network’s own words; the entry goes with what they bring about',
  network_transfer: 'when to ask the network again',
  contact_claim:
    'a claim for the time of one request; the entry goes with the account that it opens or changes',
  one_time_code: 'counted with a guess; the entry of what the guess was for goes with it',
  reminder_day: 'that somebody was reminded changes nothing',
  outgoing_message: 'told of by the entry of what it is about; its delivery moves by itself',
  report_ticket: 'a claim of a minute; its opening and the file that is taken have their entries',
  console_user_preference:
    'how a person likes to see lists; it changes nothing of the bank’s and nobody’s rights',
  domain_total: 'a projection of openings, transfers and moves, which are judged themselves',
  domain_total_head: 'a projection of openings, transfers and moves, which are judged themselves',
  rollup: 'a projection of transfers and events, which are judged themselves',
};

/** Columns whose change alone means nothing to people. */
const EXEMPT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  session: ['last_seen'],
  // How far the work is. Asking and canceling have their entries, which changes.test.ts watches.
  report_job: [
    'state',
    'completed_at',
    'attempts',
    'lease_token',
    'leased_until',
    'rows_expected',
    'rows_written',
    'file_path',
    'file_bytes',
    'expires_at',
    'failure',
  ],
};

/** Rows that may go without an entry. */
const EXEMPT_DELETES: Readonly<Record<string, string>> = {
  report_job: 'forgotten by the clock, long after its file',
  session: 'ended long before, which had its entry; cleaned up by the clock',
};

const FUNCTION = `
CREATE OR REPLACE FUNCTION require_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  exempt text[] := coalesce(TG_ARGV, '{}');
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - exempt = to_jsonb(OLD) - exempt THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM public.audit_log WHERE transaction_id = pg_current_xact_id()) THEN
    RAISE EXCEPTION 'a transaction changes % without an audit entry', TG_TABLE_NAME
      USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_entry';
  END IF;
  RETURN NULL;
END $$`;

/**
 * Makes a test database refuse, at commit, every transaction of the serving role that changes a table and writes no audit entry. It
 * stands in PostgreSQL and not in the code under test, so no path around `audit()` escapes it, the ledger's batches
 * included. The owner goes free: tests set up and tamper as the owner.
 */
export async function guardAudit(owner: pg.Pool, servingRole: string): Promise<void> {
  await owner.query(FUNCTION);
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  const role = `'${servingRole.replaceAll("'", "''")}'`;
  const statements = rows
    .filter(({ name }) => EXEMPT[name] === undefined)
    .map(({ name }) => {
      const exempt = (EXEMPT_COLUMNS[name] ?? []).map((it) => `'${it}'`).join(', ');
      const events = EXEMPT_DELETES[name] === undefined ? 'INSERT OR UPDATE OR DELETE' : 'INSERT OR UPDATE';
      return `CREATE CONSTRAINT TRIGGER require_audit_entry AFTER ${events} ON "${name}"
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_user = ${role})
        EXECUTE FUNCTION require_audit_entry(${exempt})`;
    });
  await owner.query(statements.join(';\n'));
}
