import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RefusalBody } from '@tonle/contract/refusal';
import type { ReportJob, ReportStanding } from '@tonle/contract/reports';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mainAccountId, startTestBank, type TestBank } from '../../test-bank.ts';
import type { BankProcess } from '../../test-bank-process.ts';
import type { Caller } from '../../test-server.ts';
import { ask, csvOf, exportPath, jobsPath, reportPath, testTiming, until } from './test-reports.ts';

const accountsReport = '/tps/api/report/list-iroha-account';

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({ reportTiming: testTiming });
  await bank.post({ from: mainAccountId, to: 'a_b@chkt', amountMinor: 1_234n });
  await bank.post({ from: mainAccountId, to: 'a_b@chkt', amountMinor: 15_000n, assetId: 'khr#nbc' });
  manager = await bank.as('manager');
});
afterAll(() => bank?.close());

const sql = (text: string, values: unknown[] = []) => bank.database.owner.pool.query(text, values);
const jobsOf = (caller: Caller, query = '') => caller.get<ReportJob[]>(`${jobsPath}/list${query}`);
const cancel = (caller: Caller, id: string) =>
  caller.send<ReportJob & RefusalBody>({ method: 'PUT', path: `${jobsPath}/cancel/${id}` });
const stateOf = async (id: string) => (await jobsOf(manager)).body.find((it) => it.id === id)?.status;

let held: Client | undefined;
/** Keeps the export of accounts at work, as one of very many would be. */
async function hold(): Promise<void> {
  held = (await bank.database.owner.pool.connect()) as unknown as Client;
  await held.query('BEGIN; LOCK TABLE balance IN ACCESS EXCLUSIVE MODE');
}
async function letGo(): Promise<void> {
  await held?.query('ROLLBACK');
  (held as unknown as { release(): void } | undefined)?.release();
  held = undefined;
}
afterEach(letGo);

describe('a report', () => {
  test('is asked for, made and taken; its list says what it is', async () => {
    const id = await ask(manager, `${exportPath}/outgoing?currencies=USD`);
    await until(manager, id, 'CREATED');
    const { body, headers } = await jobsOf(manager);
    expect(headers['x-total-count']).toBe(String(body.length));
    expect(body.find((it) => it.id === id)).toMatchObject({
      reportType: 'OUTGOING_TRANSACTIONS',
      status: 'SUCCESS',
      hasFile: true,
      progress: 100,
      failure: null,
      queryParams: { currencies: 'USD' },
      fileName: expect.stringMatching(/^outgoing-transactions_[\d-]+_[\d-]+\.csv$/),
    });
    const job = body.find((it) => it.id === id);
    const days = (Date.parse(job?.expiresAt ?? '') - Date.parse(job?.completedAt ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    const file = await manager.get(`${jobsPath}/download/${id}`);
    expect(Buffer.byteLength(file.text)).toBe(job?.fileBytes);
    expect(file.headers['content-length']).toBe(String(job?.fileBytes));
  });

  test('is filtered, searched, sorted and paged', async () => {
    const id = await ask(manager, accountsReport);
    await until(manager, id, 'CREATED');
    const ids = async (query: string) => (await jobsOf(manager, query)).body.map((it) => it.id);
    expect(await ids('?filter=account%20list')).toEqual([id]);
    expect(await ids('?filter=accounts_')).toEqual([id]);
    expect(await ids('?filter=%25')).toEqual([]);
    expect(await ids('?status=FAILED,CANCELED')).toEqual([]);
    expect(await ids('?status=ALL&size=1')).toEqual([id]);
    expect((await ids('?sort=createdAt,asc&size=100')).at(-1)).toBe(id);
    expect(await ids('?to=2020-01-01')).toEqual([]);
    expect((await jobsOf(manager, '?size=1&page=1')).headers.hasprevious).toBe('true');
    expect((await jobsOf(manager, '?from=2026-01-02&to=2026-01-01')).status).toBe(400);
    expect((await jobsOf(manager, '?sort=creator_id,asc')).status).toBe(400);
    expect((await manager.get(`${jobsPath}/statuses`)).body).toEqual([
      'REQUESTED',
      'QUERYING',
      'GENERATING',
      'SUCCESS',
      'FAILED',
      'CANCELED',
    ]);
  });

  test('of an unknown id has a status of its own', async () => {
    for (const id of ['nobody', '00000000-0000-4000-8000-000000000000']) {
      expect((await manager.get(`${reportPath}/status/${id}`)).body).toEqual({
        id,
        status: 'REPORT_ID_NOT_FOUND_IN_CACHE',
      });
    }
  });

  test('canceled midway ends in the database and never has a file; its place is free again', async () => {
    await hold();
    const id = await ask(manager, accountsReport);
    await until(manager, id, 'PENDING');
    const file = await manager.get<RefusalBody>(`${reportPath}/csv/${id}`);
    expect([file.status, file.body.status.error]).toEqual([409, 'WRONG_STATE']);
    const answers = await Promise.all([cancel(manager, id), cancel(manager, id)]);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(answers.find((it) => it.status === 409)?.body.status.message).toContain('CANCELED');
    expect((await manager.get<ReportStanding>(`${reportPath}/status/${id}`)).body.status).toBe('REJECTED');
    // Nobody lets go of the table: what waited for it was called off.
    await expect
      .poll(async () => {
        const { rows } = await sql(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'tonle-reports' AND state = 'active' AND datname = current_database()",
        );
        return rows[0].n;
      })
      .toBe(0);
    await letGo();
    await csvOf(manager, accountsReport);
    expect(await readdir(join(bank.config.dataDir, 'reports'))).not.toContainEqual(
      expect.stringContaining(id),
    );
  });

  test('is its creator’s alone: seen, canceled and taken by nobody else', async () => {
    const mine = await ask(manager, `${exportPath}/incoming`);
    await until(manager, mine, 'CREATED');
    const teller = await bank.as('teller');
    expect((await jobsOf(teller)).body).toEqual([]);
    expect((await teller.get<ReportStanding>(`${reportPath}/status/${mine}`)).body.status).toBe(
      'REPORT_ID_NOT_FOUND_IN_CACHE',
    );
    expect((await cancel(teller, mine)).status).toBe(404);
    for (const path of [`${reportPath}/csv/${mine}`, `${jobsPath}/download/${mine}`]) {
      expect((await teller.get(path)).status).toBe(404);
    }
    expect((await teller.post(`${jobsPath}/ticket/${mine}`)).status).toBe(404);
  });

  test('is no longer to be had by whoever has lost the permission, which is judged each time', async () => {
    const teller = await bank.as('teller');
    const id = await ask(teller, `${exportPath}/incoming`);
    await until(teller, id, 'CREATED');
    const { body } = await teller.post<{ data: { ticket: string } }>(`${jobsPath}/ticket/${id}`);
    await sql("DELETE FROM role_permission WHERE permission = 'transactions.incoming.export'");
    expect((await teller.get(`${reportPath}/csv/${id}`)).status).toBe(403);
    expect((await bank.anyone.get(`${jobsPath}/file/${body.data.ticket}`)).status).toBe(404);
    await sql(
      "INSERT INTO role_permission (role_id, permission) SELECT id, 'transactions.incoming.export' FROM role WHERE name = 'Teller'",
    );
    expect((await teller.get(`${reportPath}/csv/${id}`)).status).toBe(200);
  });

  test('is one of at most ten in the making', async () => {
    await hold();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => manager.get<ReportStanding & RefusalBody>(accountsReport)),
    );
    const refused = answers.filter((it) => it.status === 409);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.body.status).toMatchObject({
      error: 'TOO_MANY_REPORTS',
      message: expect.stringContaining('You have 10 reports in the making'),
    });
    const asked = answers.filter((it) => it.status === 200).map((it) => it.body.id);
    for (const id of asked) expect((await cancel(manager, id)).status).toBe(200);
  });

  test('is gone with its days; the row stays and says so', async () => {
    const id = await ask(manager, `${exportPath}/incoming`);
    await until(manager, id, 'CREATED');
    await sql("UPDATE report_job SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    await expect
      .poll(async () => (await jobsOf(manager)).body.find((it) => it.id === id)?.hasFile)
      .toBe(false);
    expect((await manager.get(`${reportPath}/csv/${id}`)).status).toBe(404);
    expect((await manager.post(`${jobsPath}/ticket/${id}`)).status).toBe(404);
    expect(await readdir(join(bank.config.dataDir, 'reports'))).not.toContainEqual(
      expect.stringContaining(id),
    );
  });
});

describe('a ticket', () => {
  const opened = async () => {
    const id = await ask(manager, `${exportPath}/incoming`);
    await until(manager, id, 'CREATED');
    const { body } = await manager.post<{ data: { ticket: string; seconds: number } }>(
      `${jobsPath}/ticket/${id}`,
    );
    expect(body.data.seconds).toBe(60);
    return `${jobsPath}/file/${body.data.ticket}`;
  };

  test('fetches the file once, without a token, however often it is tried at once', async () => {
    const path = await opened();
    const answers = await Promise.all(Array.from({ length: 5 }, () => bank.anyone.get(path)));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(answers.find((it) => it.status === 200)?.headers['content-disposition']).toMatch(/^attachment;/);
    expect((await bank.anyone.get(path)).status).toBe(404);
  });

  test('is over after its seconds, and with the session that opened it', async () => {
    const late = await opened();
    await sql("UPDATE report_ticket SET expires_at = now() - interval '1 second'");
    expect((await bank.anyone.get(late)).status).toBe(404);

    const { body } = await bank.signIn('manager');
    const other = bank.withToken(body.data?.id_token ?? '');
    const id = (await jobsOf(manager)).body.find((it) => it.hasFile)?.id;
    const ticket = (await other.post<{ data: { ticket: string } }>(`${jobsPath}/ticket/${id}`)).body.data
      .ticket;
    await other.post('/api/logout');
    expect((await bank.anyone.get(`${jobsPath}/file/${ticket}`)).status).toBe(404);
  });

  test('that nobody gave out is none, and asking for headers uses none up', async () => {
    expect((await bank.anyone.get(`${jobsPath}/file/${'A'.repeat(43)}`)).status).toBe(404);
    expect((await bank.anyone.get(`${jobsPath}/file/x`)).status).toBe(400);
    const path = await opened();
    expect((await bank.anyone.send({ method: 'HEAD', path })).status).toBe(404);
    expect((await bank.anyone.get(path)).status).toBe(200);
  });
});

describe('who may not', () => {
  const anId = '00000000-0000-4000-8000-000000000000';
  const calls = [
    ['GET', `${exportPath}/incoming`],
    ['GET', `${exportPath}/outgoing`],
    ['GET', `${exportPath}/account-details?accountId=a_b@chkt`],
    ['GET', '/report-service/api/export/fast-transactions/web-history'],
    ['GET', accountsReport],
    ...['mobile', 'desktop', 'web'].flatMap((channel) => [
      ['GET', `/tps/api/report/verification-requests/${channel}`],
      ['GET', `/tps/api/report/kyc-limits/${channel}`],
    ]),
    ['GET', `${reportPath}/status/${anId}`],
    ['GET', `${reportPath}/csv/${anId}`],
    ['GET', `${jobsPath}/list`],
    ['GET', `${jobsPath}/statuses`],
    ['GET', `${jobsPath}/download/${anId}`],
    ['PUT', `${jobsPath}/cancel/${anId}`],
    ['POST', `${jobsPath}/ticket/${anId}`],
  ] as [method: 'GET' | 'PUT' | 'POST', path: string][];

  test.each(calls)('%s %s: nobody 401, an auditor and an access manager 403', async (method, path) => {
    expect((await bank.anyone.send({ method, path })).status).toBe(401);
    for (const login of ['auditor', 'access']) {
      expect((await (await bank.as(login)).send({ method, path })).status).toBe(403);
    }
  });

  test('an exporter of one list asks for no other', async () => {
    const teller = await bank.as('teller');
    expect((await teller.get(`${exportPath}/outgoing`)).status).toBe(403);
    expect((await teller.get(accountsReport)).status).toBe(403);
  });

  test('an id that is none is refused', async () => {
    expect((await manager.get(`${reportPath}/csv/..%2F..%2Fetc`)).status).toBe(400);
    expect((await manager.get(`${reportPath}/csv/${anId}`)).status).toBe(404);
  });
});

describe('the other lists', () => {
  test('accounts under the domain with their balances', async () => {
    const lines = await csvOf(manager, `${accountsReport}?type=MOBILE&filter=a_b`);
    expect(lines).toEqual([
      '\uFEFFType,Name,Account ID,KHR balance,USD balance',
      'Mobile,Dara Sok,a_b@chkt,15000,12.34',
    ]);
    expect((await csvOf(manager, accountsReport)).length).toBeGreaterThan(7);
  });

  test('limits and requests of each channel, as their lists are filtered', async () => {
    const admin = await bank.as('admin');
    await sql(
      `INSERT INTO kyc_limit (limit_name, description, custom, account_type, kyc_status, day_limit_khr_minor, day_limit_usd_minor)
       VALUES ('+Students', '@home', true, 'MOBILE', 'FULL_KYC', 9007199254740991, 50)`,
    );
    const limits = await csvOf(admin, '/tps/api/report/kyc-limits/mobile?filter=student');
    expect(limits).toEqual([
      '\uFEFFLimit name,KHR limit,USD limit,KYC status,Description',
      "'+Students,9007199254740991,0.50,Full KYC,'@home",
    ]);
    await sql(
      `INSERT INTO verification_request (account_id, account_type, old_values, new_values, requested_by, status, reason,
         decided_at, decided_by, requested_at)
       VALUES ('shop@chkt', 'DESKTOP', '{}', '{}', 'app', 'REJECTED', 'No stamp', now(), 'Admin', '2026-03-02T17:05:00Z')`,
    );
    const requests = '/tps/api/report/verification-requests/desktop';
    const [head, row, ...rest] = await csvOf(admin, `${requests}?kyc=REJECTED&filter=blue`);
    expect(head).toBe(
      '\uFEFFOrganisation,Account ID,Primary contact,Address,Registered date (UTC+07:00),Requested date (UTC+07:00),Reason',
    );
    expect(row).toMatch(
      /^Blue River Coffee,shop@chkt,\+855 77 222 333,,[\d: -]+,2026-03-03 00:05:00,No stamp$/,
    );
    expect(rest).toEqual([]);
    expect(await csvOf(admin, requests)).toHaveLength(1);
    expect(await csvOf(admin, `${requests}?kyc=FULL_KYC`)).toHaveLength(1);
    expect((await admin.get(`${requests}?filter=bl`)).status).toBe(400);
  });
});

describe('a server that dies', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
  });

  async function startOther(): Promise<ChildProcess> {
    const { config, database } = bank;
    const given: BankProcess = {
      databaseUrl: database.url,
      port: 0,
      environment: {
        SESSION_SECRET: config.sessionSecret,
        KEY_WRAP_SECRET: config.keyWrapSecret,
        DATA_DIR: config.dataDir,
        LOG_LEVEL: 'fatal',
      },
    };
    const other = fork(join(import.meta.dirname, '../../test-bank-process.ts'), [JSON.stringify(given)], {
      execArgv: [],
    });
    const [said] = await Promise.race([once(other, 'message'), once(other, 'exit')]);
    expect(said).toBe('ready');
    return other;
  }

  test('midway: another takes its report over and finishes it, once (a killed worker)', async () => {
    await hold();
    // Both places of this server are taken, so that the third report is the other server's.
    const mine = [await ask(manager, accountsReport), await ask(manager, accountsReport)];
    for (const id of mine) await until(manager, id, 'PENDING');
    child = await startOther();
    const id = await ask(manager, accountsReport);
    await until(manager, id, 'PENDING');
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    for (const each of mine) await cancel(manager, each);
    await letGo();
    await until(manager, id, 'CREATED');
    const { rows } = await sql('SELECT attempts FROM report_job WHERE id = $1', [id]);
    expect(rows[0].attempts).toBe(2);
    const files = await readdir(join(bank.config.dataDir, 'reports'));
    expect(files.filter((it) => it.startsWith(id))).toHaveLength(1);
    expect((await jobsOf(manager)).body.filter((it) => it.id === id)).toHaveLength(1);
  });

  test('too often: the report ends FAILED and says why', async () => {
    const id = await ask(manager, accountsReport);
    await until(manager, id, 'CREATED');
    await sql(
      `UPDATE report_job SET state = 'GENERATING', completed_at = NULL, attempts = 3, lease_token = gen_random_uuid(),
         leased_until = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    await until(manager, id, 'ERROR');
    expect((await jobsOf(manager)).body.find((it) => it.id === id)?.failure).toBe('TAKEN_OVER_TOO_OFTEN');
    expect(await stateOf(id)).toBe('FAILED');
  });

  test('and leaves a file behind: it is removed, unless it is a report’s or in the making', async () => {
    const folder = join(bank.config.dataDir, 'reports');
    const kept = await ask(manager, accountsReport);
    await until(manager, kept, 'CREATED');
    await hold();
    const [canceled, open] = [await ask(manager, accountsReport), await ask(manager, accountsReport)];
    for (const id of [canceled, open]) await until(manager, id, 'PENDING');
    await cancel(manager, canceled);
    const strays = [`${canceled}.0000aaaa.csv.part`, `${kept}.0000aaaa.csv`, `${randomUUID()}.0000aaaa.csv`];
    for (const name of [...strays, 'notes.txt']) await writeFile(join(folder, name), 'x');
    const names = () => readdir(folder);
    for (const name of strays) await expect.poll(names).not.toContain(name);
    const left = await names();
    expect(left).toContain('notes.txt');
    expect(left.filter((it) => it.startsWith(kept))).toHaveLength(1);
    await letGo();
    await until(manager, open, 'CREATED');
  });

  test('before it began: the report is begun all the same', async () => {
    const id = await ask(manager, accountsReport);
    await until(manager, id, 'CREATED');
    await sql(
      `UPDATE report_job SET state = 'REQUESTED', completed_at = NULL, file_path = NULL, attempts = 0,
         created_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    await until(manager, id, 'CREATED');
  });
});

describe('a server that is asked to stop', () => {
  test.each([
    ['balance', accountsReport],
    ['transfer', `${exportPath}/incoming`],
  ])('gives back what it is at, wherever it waits (%s)', async (table, path) => {
    const other = await startTestBank({ reportTiming: testTiming });
    const { owner } = other.database;
    const client = await owner.pool.connect();
    try {
      const caller = await other.as('manager');
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const id = await ask(caller, path);
      await until(caller, id, 'PENDING');
      // The table stays locked: only who calls off what waits for it can close.
      await other.app.close();
      const { rows } = await owner.pool.query(
        'SELECT state, leased_until, attempts FROM report_job WHERE id = $1',
        [id],
      );
      // Whoever stops has not failed at it.
      expect(rows).toEqual([{ state: 'REQUESTED', leased_until: null, attempts: 0 }]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
      await other.close();
    }
  });
});
