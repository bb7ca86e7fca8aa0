import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditEntry, activities } from '@tonle/contract/audit-log';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditCommand } from '../../cli/verify-audit.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';

const path = '/audit-emitter/api/v1/logs';
const soon = { timeout: 10_000, interval: 50 };
let bank: TestBank;
let access: Caller;
beforeAll(async () => {
  bank = await startTestBank({
    sealEveryMs: 50,
    rateLimits: { perSession: 1_000_000, perAddress: 1_000_000 },
  });
  access = await bank.as('access');
});
afterAll(() => bank.close());

const sql = (text: string, values: unknown[] = []) => bank.database.owner.pool.query(text, values);
const logs = (query: string, caller = access) => caller.get<AuditEntry[] & RefusalBody>(`${path}?${query}`);
const insert = async (created: string, more: Record<string, unknown> = {}) => {
  const row = { description: 'Something happened', activity: 'SIGNED_IN', roles: '[]', created, ...more };
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await sql(`INSERT INTO audit_log (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(row));
};

describe('the audit log', () => {
  it('tells who did what, with old and new values, the latest first', async () => {
    const { body: role } = await access.post<{ id: string }>(
      '/api/role-permission/role/create?roleName=Reader',
    );
    await access.post(`/api/role-permission/role/permissions?roleId=${role.id}`, ['audit-log.list']);
    const answer = await logs('q=reader&size=1');
    expect(answer.headers['x-total-count']).toBe('2');
    const [entry] = answer.body;
    expect(entry).toMatchObject({
      fullName: 'access Test',
      username: 'access',
      roles: ['ROLE_ACCESS_MANAGER'],
      activity: 'ROLE_CHANGED',
      description: 'Permissions of role Reader changed',
      subject: 'Reader',
      oldValues: { permissions: [] },
      newValues: { permissions: ['audit-log.list'] },
      message: JSON.stringify({
        subject: 'Reader',
        old: { permissions: [] },
        new: { permissions: ['audit-log.list'] },
      }),
    });
    expect(Math.abs((entry?.logDateTime ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('is filtered by role, activity, Phnom Penh day and text, each sign meaning itself', async () => {
    await insert('2020-05-04T17:05:00Z', { subject: 'late_a%b', roles: '["ROLE_MANAGER", "Night shift"]' });
    await insert('2020-05-04T16:55:00Z', { subject: 'early', activity: 'TRANSFER_SENT' });
    await insert('2020-05-05T16:55:00Z', { subject: 'lateXaXb', login: 'ចាន់' });
    const subjects = async (query: string) => (await logs(query)).body.map((it) => it.subject);
    const day = 'dateFrom=2020-05-05&dateTo=2020-05-05';
    expect(await subjects(day)).toEqual(['lateXaXb', 'late_a%b']);
    expect(await subjects(`${day}&sort=logDateTime,asc`)).toEqual(['late_a%b', 'lateXaXb']);
    expect(await subjects('dateTo=2020-05-05&activities=TRANSFER_SENT')).toEqual(['early']);
    expect(await subjects('dateTo=2020-05-05&activities=TRANSFER_SENT,SIGNED_IN&size=100')).toHaveLength(3);
    expect(await subjects('dateTo=2020-05-05&roles=Night shift')).toEqual(['late_a%b']);
    expect(await subjects('dateTo=2020-05-05&roles=Night shift,ROLE_AUDITOR')).toEqual(['late_a%b']);
    expect(await subjects('q=late_a%25b')).toEqual(['late_a%b']);
    expect(await subjects(`q=${encodeURIComponent('ចាន់')}`)).toEqual(['lateXaXb']);
    expect(await subjects('dateTo=2020-05-05&roles=ALL&activities=ALL&q=')).toHaveLength(3);
    const second = await logs('dateTo=2020-05-05&size=2&page=1');
    expect([second.body.map((it) => it.subject), second.headers['x-total-count']]).toEqual([['early'], '3']);
    for (const bad of [
      'sort=description,asc',
      'dateFrom=2020-02-30',
      'dateFrom=2020-05-06&dateTo=2020-05-05',
      'activities=NOTHING',
      'size=101',
      'x=1',
    ])
      expect([bad, (await logs(bad)).status]).toEqual([bad, 400]);
  });

  it('counts to 10,000 and pages as far', async () => {
    await sql(`INSERT INTO audit_log (created, activity, description)
      SELECT '2019-01-01T00:00:00Z'::timestamptz + n * interval '1 second', 'SIGNED_IN', 'Many'
      FROM generate_series(1, 10100) AS n`);
    const last = await logs('dateTo=2019-01-02&page=99&size=100');
    expect([last.body.length, last.headers['x-total-count'], last.headers['x-total-more']]).toEqual([
      100,
      '10000',
      'true',
    ]);
    expect((await logs('dateTo=2019-01-02&page=100&size=100')).body).toEqual([]);
  });

  it('names its activities, to holders of its permission alone', async () => {
    expect((await access.get(`${path}/activities`)).body).toEqual([...activities]);
    for (const login of ['manager', 'admin', 'auditor', 'authorizer', 'keyholder1', 'teller']) {
      const caller = await bank.as(login);
      for (const one of [path, `${path}/activities`]) expect((await caller.get(one)).status).toBe(403);
    }
    expect((await bank.anyone.get(path)).status).toBe(401);
  });
});

describe('the seal', () => {
  const verify = async () => {
    const lines: string[] = [];
    const { config, database } = bank;
    const code = await verifyAuditCommand.run([], { config, database, say: (line) => lines.push(line) });
    return { code, said: lines.join('\n') };
  };
  /** As somebody who owns the database might; put back afterwards. */
  const tampered = async (change: string, undo: string) => {
    const asOwner = (text: string) =>
      sql(`ALTER TABLE audit_log DISABLE TRIGGER append_only; ALTER TABLE audit_seal DISABLE TRIGGER append_only;
        ${text};
        ALTER TABLE audit_log ENABLE TRIGGER append_only; ALTER TABLE audit_seal ENABLE TRIGGER append_only`);
    await asOwner(change);
    const verdict = await verify();
    await asOwner(undo);
    return verdict;
  };
  const isSealed = () => expect.poll(async () => (await verify()).said, soon).toContain('Nothing waits');

  it('covers every entry within moments, in the order of their transactions', async () => {
    await isSealed();
    const { rows } = await sql(`SELECT
      (SELECT count(*) FROM audit_log) = (SELECT count(*) FROM audit_seal) AS all,
      (SELECT bool_and(ordered) FROM (SELECT (transaction_id, entry_id) > lag((transaction_id, entry_id)) OVER (ORDER BY seq)
        IS NOT FALSE AS ordered FROM audit_seal) AS o) AS ordered`);
    expect(rows).toEqual([{ all: true, ordered: true }]);
    expect((await logs('q=reader')).body.map((it) => it.sealed)).toEqual([true, true]);
    expect((await verify()).code).toBe(0);
  });

  it('leaves what is open for later, so that nothing commits behind it', async () => {
    const client = await bank.database.owner.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("INSERT INTO audit_log (activity, description) VALUES ('SIGNED_IN', 'Slow')");
      await insert('2020-01-01T00:00:00Z', { description: 'Quick' });
      await expect
        .poll(async () => (await verify()).said, soon)
        .toMatch(/Not sealed yet: 1 entries, \d+ to \d+\./);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await isSealed();
    expect((await verify()).code).toBe(0);
  });

  it('is no row of the serving role to change', async () => {
    for (const text of [
      'UPDATE audit_seal SET hash = hash',
      'DELETE FROM audit_seal',
      "UPDATE audit_log SET description = 'x'",
      'DELETE FROM audit_log',
    ])
      await expect(bank.database.pool.query(text)).rejects.toThrow(/permission denied/);
  });

  it('names the first entry that was changed, taken away or put in', async () => {
    await isSealed();
    const { rows } = await sql("SELECT id FROM audit_log WHERE subject = 'early'");
    const id = rows[0].id as bigint;
    const changed = await tampered(
      `UPDATE audit_log SET new_values = '{"amount": 1}' WHERE id = ${id}`,
      `UPDATE audit_log SET new_values = NULL WHERE id = ${id}`,
    );
    expect(changed).toEqual({
      code: 1,
      said: `The audit log is not whole. First bad row: entry ${id} is not as it was sealed.`,
    });
    const gone = await tampered(
      `CREATE TABLE kept AS SELECT * FROM audit_log WHERE id = ${id}; DELETE FROM audit_log WHERE id = ${id}`,
      'INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM kept; DROP TABLE kept',
    );
    expect(gone.said).toContain(`entry ${id} was taken away`);
    const added = await tampered(
      `INSERT INTO audit_log (id, transaction_id, activity, description) OVERRIDING SYSTEM VALUE
         VALUES (900000000, '1', 'SIGNED_IN', 'Never happened')`,
      'DELETE FROM audit_log WHERE id = 900000000',
    );
    expect(added.said).toContain('entry 900000000 was put in behind the chain');
    const cut = await tampered(
      'CREATE TABLE kept AS SELECT * FROM audit_seal WHERE seq = 3; DELETE FROM audit_seal WHERE seq = 3',
      'INSERT INTO audit_seal SELECT * FROM kept; DROP TABLE kept',
    );
    expect(cut.said).toContain('the seals before it are missing from 3 on');
    expect((await verify()).code).toBe(0);
  });

  it('has its head signed once a day into a file outside the database, which a new chain does not match', async () => {
    const folder = join(bank.config.dataDir, 'audit-heads');
    await expect.poll(() => readdir(folder).catch(() => []), soon).toHaveLength(1);
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^\d{4}-\d{2}-\d{2}\.json$/);
    const file = join(folder, name);
    const before = await readFile(file, 'utf8');
    const head = JSON.parse(before) as { seq: string; hash: string; signature: string };
    expect((await verify()).said).toContain('1 signed heads');

    await writeFile(file, before.replace(head.hash, 'ab'.repeat(32)));
    expect((await verify()).said).toContain(`head ${name} is not signed by the bank’s key`);
    await writeFile(file, 'nothing');
    expect((await verify()).said).toContain(`head ${name} cannot be read`);
    await writeFile(file, before);
    // Nobody seals anew meanwhile: the sealer's own lock is held.
    const client = await bank.database.owner.pool.connect();
    await client.query('SELECT pg_advisory_lock(7310000002)');
    try {
      const cut = `FROM audit_seal WHERE seq >= ${head.seq}`;
      const forged = await tampered(
        `CREATE TABLE kept AS SELECT * ${cut}; DELETE ${cut}`,
        'INSERT INTO audit_seal SELECT * FROM kept; DROP TABLE kept',
      );
      expect(forged.said).toContain(`head ${name} names seal ${head.seq}, which is not there`);
    } finally {
      await client.query('SELECT pg_advisory_unlock(7310000002)');
      client.release();
    }
    await rm(file);
    await expect.poll(() => readdir(folder), soon).toEqual([]);
  });
});
