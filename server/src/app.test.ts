import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBank } from './test-bank.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestBank();
});
afterAll(() => server.close());

describe('health and metrics', () => {
  it('is live and ready', async () => {
    expect((await server.anyone.get('/health/live')).status).toBe(200);
    expect((await server.anyone.get('/health/ready')).body).toEqual({ status: 'ready' });
  });

  it('counts by route and never by path', async () => {
    await server.anyone.get('/api/user-infos/login/somebody');
    const answer = await server.anyone.get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('route="/api/user-infos/login/:login",status="401"');
    expect(answer.text).toContain('tonle_database_connections');
    expect(answer.text).toContain('tonle_ledger_waiting 0');
    expect(answer.text).not.toContain('somebody');
  });

  it('shows metrics to this machine without a proxy, or with the token', async () => {
    expect((await server.anyone.get('/metrics', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(404);
    await using guarded = await startTestServer({
      environment: { METRICS_TOKEN: 'metrics-token-0123456789' },
    });
    expect((await guarded.anyone.get('/metrics')).status).toBe(404);
    expect((await guarded.anyone.get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(404);
    const authorization = 'Bearer metrics-token-0123456789';
    expect((await guarded.anyone.get('/metrics', { authorization })).status).toBe(200);
  });
});

describe('when PostgreSQL goes away (node-postgres 1324)', () => {
  const cut = (database: TestServer['database']) =>
    database.owner.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [database.name],
    );

  it('answers 503 with Retry-After, stays up, and goes on when it is back', async () => {
    const caller = await server.as('manager');
    const ask = () => caller.get<RefusalBody>('/api/user-infos/login/manager');
    let isCutting = true;
    const cutting = (async () => {
      while (isCutting) {
        await cut(server.database);
        await sleep(20);
      }
    })();
    const statuses = new Map<number, number>();
    for (let count = 0; count < 300; count += 1) {
      const answers = await Promise.all([ask(), ask(), ask()]);
      for (const { status, headers } of answers) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 503) expect(headers['retry-after']).toBe('2');
      }
    }
    isCutting = false;
    await cutting;
    expect([...statuses.keys()].filter((it) => it !== 200 && it !== 503)).toEqual([]);
    expect(statuses.get(503)).toBeGreaterThan(0);
    expect((await ask()).status).toBe(200);
  });

  it('is not ready meanwhile', async () => {
    await using own = await startTestServer();
    await own.app.ready();
    const { name, owner } = own.database;
    // Nobody but the superuser of the tests gets in any more, and whoever was in is out.
    await owner.pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    await owner.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename <> current_user',
      [name],
    );
    await expect
      .poll(async () => (await own.anyone.get('/health/ready')).body)
      .toEqual({ status: 'not-ready', why: 'database' });
    expect((await own.anyone.get('/health/ready')).status).toBe(503);
    const figures = async () => (await own.anyone.get('/metrics')).text;
    expect(await figures()).toContain('\ntonle_ready 0\n');
    await owner.pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    await expect.poll(async () => (await own.anyone.get('/health/ready')).status).toBe(200);
    expect(await figures()).toContain('\ntonle_ready 1\n');
  });

  it('is ready while all its connections are taken: it is busy, and its database is there', async () => {
    await using own = await startTestServer();
    await own.app.ready();
    const { pool } = own.database;
    const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
    expect(taken.length).toBeGreaterThan(10);
    expect((await own.anyone.get('/health/ready')).status).toBe(200);
    for (const client of taken) client.release();
  });
});

describe('1,000 requests cut off by their clients (node-postgres 3543)', () => {
  it('leave the pool whole', async () => {
    const caller = await server.as('manager');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const head = `Host: localhost\r\nAuthorization: Bearer ${caller.token}\r\n`;
    const texts = [
      `GET /api/user-infos/login/manager HTTP/1.1\r\n${head}\r\n`,
      `POST /api/v2/authenticate HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"us`,
    ];
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => cutOff(port, texts[index % 2] ?? '', index % 7)),
      );
    }
    await expect.poll(() => server.database.pool.totalCount - server.database.pool.idleCount).toBe(0);
    expect(server.database.pool.waitingCount).toBe(0);
    expect((await caller.get('/api/user-infos/login/manager')).status).toBe(200);
    await expectNoStrays();
  });
});

async function expectNoStrays(): Promise<void> {
  const { rows } = await server.database.owner.pool.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1 AND state LIKE 'idle in transaction%'`,
    [server.database.name],
  );
  expect(rows).toEqual([{ count: 0 }]);
}

function cutOff(port: number, text: string, afterMs: number): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      setTimeout(() => socket.destroy(), afterMs);
    });
    socket.on('error', () => {});
    socket.on('close', () => done());
  });
}
