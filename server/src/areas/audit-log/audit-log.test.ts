import type { Command } from '@tonle/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/test-database.ts';
import { inTransaction, rawTx } from '../../db/tx.ts';
import { openLedger } from '../../ledger.ts';
import { guardAudit } from './audit-guard.store.ts';
import { type AuditEntry, audit, auditAttachment, systemActor } from './audit-log.public.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await guardAudit(database.owner.pool, new URL(database.url).username);
});
afterAll(() => database.drop());

const entry: AuditEntry = {
  actor: {
    userId: 7n,
    login: 'manager',
    fullName: 'សុខ Dara',
    roles: ['ROLE_MANAGER', 'Teller, "first"'],
    requestId: 'request-1',
    address: '127.0.0.1',
  },
  activity: 'TRANSFER_SENT',
  description: 'KHR 15000 sent to sok@chkt',
  subject: 'sok@chkt',
  old: null,
  new: { amount: '15000', extRef: 'a\\b{"}', deep: [1, { two: true }] },
};
const kept = {
  user_id: 7n,
  login: 'manager',
  full_name: 'សុខ Dara',
  roles: ['ROLE_MANAGER', 'Teller, "first"'],
  activity: 'TRANSFER_SENT',
  description: 'KHR 15000 sent to sok@chkt',
  subject: 'sok@chkt',
  old_values: null,
  new_values: { amount: '15000', extRef: 'a\\b{"}', deep: [1, { two: true }] },
  request_id: 'request-1',
  address: '127.0.0.1',
};
const entries = async () =>
  (await database.owner.pool.query('SELECT * FROM audit_log ORDER BY id')).rows as Record<string, unknown>[];
const newRole = (name: string) => `INSERT INTO role (name) VALUES ('${name}')`;

describe('an entry', () => {
  it('is kept as it was given, in the transaction of its change', async () => {
    await inTransaction(database.db, (tx) => audit(tx, entry));
    expect((await entries()).at(-1)).toMatchObject(kept);
  });

  it('goes when its change goes', async () => {
    const before = await entries();
    const gone = inTransaction(database.db, async (tx) => {
      await audit(tx, entry);
      throw new Error('changed my mind');
    });
    await expect(gone).rejects.toThrow('changed my mind');
    expect(await entries()).toEqual(before);
  });

  it('is written by the ledger’s own batch, the same as by hand, or not at all', async () => {
    const ledger = openLedger(database.pool);
    const open: Command = {
      openings: [{ accountId: 'audit@chkt', kind: 'CUSTOMER' }],
      attach: [auditAttachment(entry)],
    };
    const posted = await ledger.submit(open);
    const [first, last] = (await entries()).slice(-2);
    expect(last).toMatchObject(kept);
    expect(posted.outcome === 'posted' && posted.created).toEqual(last?.created);
    expect(Object.keys(last ?? {})).toEqual(Object.keys(first ?? {}));
    const before = (await entries()).length;
    expect((await ledger.submit(open)).outcome).toBe('refused');
    expect(await entries()).toHaveLength(before);
    await ledger.close();
  });

  it.each(['UPDATE audit_log SET description = $$x$$', 'DELETE FROM audit_log', 'TRUNCATE audit_log'])(
    'cannot be changed: %s',
    async (statement) => {
      await expect(database.pool.query(statement)).rejects.toThrow(/permission denied/);
      // Nor by the owner, by mistake.
      await expect(database.owner.pool.query(statement)).rejects.toThrow(/append-only/);
    },
  );

  it('tells what a later sealer needs: nothing commits behind a sealed row', async () => {
    const { rows } = await database.owner.pool.query(
      'SELECT bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())) AS all FROM audit_log',
    );
    expect(rows).toEqual([{ all: true }]);
  });
});

describe('the guard that stands in every test database', () => {
  const change = (statement: string, withEntry: boolean) =>
    inTransaction(database.db, async (tx) => {
      await rawTx(tx).query(statement);
      if (withEntry) await audit(tx, { ...entry, actor: systemActor('Test') });
    });

  it('refuses a change without its entry, whatever table, and takes it with one', async () => {
    await expect(change(newRole('a'), false)).rejects.toThrow(/changes role without an audit entry/);
    await change(newRole('b'), true);
    await expect(change('UPDATE role SET name = $$c$$', false)).rejects.toThrow(/without an audit entry/);
    await expect(change('DELETE FROM role', false)).rejects.toThrow(/without an audit entry/);
  });

  it('is not satisfied by an entry of another transaction', async () => {
    await inTransaction(database.db, (tx) => audit(tx, entry));
    await expect(change(newRole('d'), false)).rejects.toThrow(/without an audit entry/);
  });

  it('finds a ledger command that attaches nothing', async () => {
    const ledger = openLedger(database.pool);
    const result = await ledger.submit({ openings: [{ accountId: 'silent@chkt', kind: 'CUSTOMER' }] });
    expect(result).toMatchObject({
      outcome: 'refused',
      reason: { name: 'REFUSED_BY_DATABASE', constraint: 'audit_entry' },
    });
    await ledger.close();
  });

  it('lets an update that changes nothing pass', async () => {
    await expect(change('UPDATE role SET name = name', false)).resolves.toBeUndefined();
  });

  it('covers every table that the serving role may write, but those it names', async () => {
    const { rows } = await database.owner.pool.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
         AND has_table_privilege($1, c.oid, 'INSERT, UPDATE, DELETE')
         AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'require_audit_entry')
       ORDER BY 1`,
      [new URL(database.url).username],
    );
    expect(rows.map((it) => it.name)).toEqual([
      'audit_log',
      'audit_seal',
      'balance',
      'block',
      'console_user_preference',
      'contact_claim',
      'domain_total',
      'domain_total_head',
      'keyholder_try',
      'ledger_head',
      'network_message',
      'network_outbox',
      'network_transfer',
      'one_time_code',
      'outgoing_message',
      'reminder_day',
      'report_ticket',
      'rollup',
      'sign_in_address',
      'sign_in_attempt',
      'transaction_list',
      'transfer_request',
    ]);
  });
});
