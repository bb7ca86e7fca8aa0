import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as untilNextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { type OpenDatabase, openDatabase } from './db/pool.ts';
import { startTestBank, type TestBank } from './test-bank.ts';
import { Caller } from './test-server.ts';

/** Stands between server and PostgreSQL, and can be gone. */
class Cable {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  async plugIn(): Promise<number> {
    const server = createServer((near) => {
      const far = connect(this.#target);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => this.#sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done));
    this.#port = (server.address() as AddressInfo).port;
    return this.#port;
  }

  async pull(): Promise<void> {
    const closed = new Promise((done) => this.#server?.close(done));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

let bank: TestBank;
let cable: Cable;
let through: OpenDatabase;
beforeAll(async () => {
  bank = await startTestBank();
  const url = new URL(bank.database.url);
  cable = new Cable({ host: url.hostname, port: Number(url.port) });
  url.port = String(await cable.plugIn());
  url.hostname = '127.0.0.1';
  through = openDatabase(url.href);
});
afterAll(async () => {
  await through.close();
  await cable.pull();
  await bank.close();
});

it('PostgreSQL restarts under load: the same process goes on, 503 with Retry-After meanwhile (node-postgres 1324)', async () => {
  const app = await buildApp({ config: bank.config, mode: 'test', version: '0', database: through });
  const { token } = await bank.as('manager');
  const caller = new Caller(app, token);
  const calls = [
    () => caller.get('/api/user-infos/login/manager'),
    () => caller.get('/report-service/api/transfer-management/iroha-transactions/outgoing'),
    () =>
      caller.post('/tps/api/pg-wallet-transfer', {
        destAccountId: 'a_b@chkt',
        assetId: 'khr#nbc',
        amount: '100',
      }),
    () => caller.get('/health/ready'),
  ];
  const seen: { at: string; status: number; retryAfter: string | undefined; isReadiness: boolean }[] = [];
  let at: 'before' | 'during' | 'after' | 'end' = 'before';
  const load = calls.map(async (call) => {
    while (at !== 'end') {
      const asked = at;
      const { status, headers } = await call();
      // What was asked in one time and answered in another may be either.
      if (asked !== at) continue;
      const isReadiness = call === calls.at(-1);
      seen.push({ at: asked, status, retryAfter: headers['retry-after'], isReadiness });
      await untilNextTurn();
    }
  });
  const seenMany = (when: typeof at) =>
    expect
      .poll(() => seen.filter((it) => it.at === when).length, { timeout: 20_000 })
      .toBeGreaterThan(3 * calls.length);
  await seenMany('before');
  at = 'during';
  await cable.pull();
  await seenMany('during');
  await cable.plugIn();
  await expect.poll(async () => (await calls[0]?.())?.status).toBe(200);
  at = 'after';
  await seenMany('after');
  at = 'end';
  await Promise.all(load);
  const statuses = (when: string) =>
    [...new Set(seen.filter((it) => it.at === when).map((it) => it.status))].sort();
  // Readiness has a patience of its own, which a machine that stands still for two seconds exhausts.
  expect(statuses('before').filter((it) => it !== 503)).toEqual([200]);
  const unserved = seen.filter((it) => it.at === 'before' && it.status === 503);
  expect(unserved.filter((it) => !it.isReadiness)).toEqual([]);
  expect(statuses('during')).toContain(503);
  expect(statuses('during').filter((it) => it !== 200 && it !== 503)).toEqual([]);
  expect(statuses('after').filter((it) => it !== 200 && it !== 503)).toEqual([]);
  for (const it of seen) expect(it.retryAfter !== undefined).toBe(it.status === 503);
  for (const call of calls) expect((await call()).status).toBe(200);
  expect(through.pool.totalCount - through.pool.idleCount).toBe(0);
  await app.close();
});
