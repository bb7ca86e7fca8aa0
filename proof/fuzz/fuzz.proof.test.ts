import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@tonle/contract/endpoint';
import { endpoints } from '@tonle/contract/endpoints';
import { Random } from '@tonle/contract/random';
import { verifyLedger } from '@tonle/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../server/src/db/free-port.ts';
import { startTestBank, type TestBank } from '../../server/src/test-bank.ts';
import type { BankProcess } from '../../server/src/test-bank-process.ts';
import { isLong } from '../../server/src/test-form.ts';
import { startTestNetwork, type TestNetwork } from '../../server/src/test-network.ts';
import { ROOT } from '../../tools/steps.ts';
import { clientOf, type Got } from '../served-bank.ts';
import { faultOf } from './judge.ts';
import { type Made, Requests } from './requests.ts';
import { Callers, furnish, mayCall } from './world.ts';

/**
 * Requests generated from the contract, as somebody who may make them and as everybody else, valid and not. Another
 * course with FUZZ_SEED; the seed is printed.
 */
const seed = process.env.FUZZ_SEED ?? '20261128';
const requests = Number(process.env.FUZZ_REQUESTS ?? (isLong() ? 100_000 : 2_000));
const AT_ONCE = 12;
/** Memory is judged once everything has been used: what the later half may take more than the earlier, in MiB. */
const GROWTH_MIB_MAX = 96;
/** What part of all requests must succeed, and what part of all calls at least once: every answer's schema is tried. */
const SUCCESS_SHARE_MIN = 0.25;
const REACHED_MIN = { short: 0.7, long: 0.82 };

let network: TestNetwork;
let bank: TestBank;
let child: ChildProcess;
let url: string;
let send: ReturnType<typeof clientOf>;

beforeAll(async () => {
  network = await startTestNetwork();
  bank = await startTestBank({ environment: network.environment });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  send = clientOf(port);
  const { sessionSecret, keyWrapSecret, dataDir } = bank.config;
  const given: BankProcess = {
    databaseUrl: bank.database.url,
    port,
    environment: {
      ...network.environment,
      // Its silence would be a 503 of its own, and a busy machine keeps everybody silent for a while.
      NETWORK_TIMEOUT: '15',
      SESSION_SECRET: sessionSecret,
      KEY_WRAP_SECRET: keyWrapSecret,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
  };
  child = fork(join(ROOT, 'server/src/test-bank-process.ts'), [JSON.stringify(given)], { execArgv: [] });
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (said !== 'ready') throw new Error(`the server did not start: ${String(said)}`);
}, 120_000);

afterAll(async () => {
  child?.removeAllListeners();
  child?.kill('SIGKILL');
  await bank?.close();
  await network?.close();
});

/** What never ends, and what would leave nobody signed in, is not called. */
const called = endpoints.filter((one) => one.stream === undefined && one.name !== 'logout');

const rssMib = (): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024);

/** As the network itself would send it, signed. */
async function signed({ endpoint, sent }: Made): Promise<Got> {
  const begun = performance.now();
  const { status, body } = await network.post(url, endpoint.path, randomUUID(), String(sent.body ?? ''), {
    headers: { 'content-type': sent.headers?.['content-type'] ?? 'application/json' },
  });
  const bytes = Buffer.from(JSON.stringify(body));
  return { status, headers: {}, bytes, json: body, ms: performance.now() - begun };
}

class Run {
  readonly statuses = new Map<number, number>();
  readonly succeeded = new Set<string>();
  /** Those who were let in to something, each by name. */
  readonly letIn = new Set<string>();
  readonly faults: string[] = [];
  readonly rss: number[] = [];
  slowestMs = 0;
  #left = requests;
  readonly #callers: Callers;
  readonly #random = new Random('fuzz', seed);
  readonly #requests: Requests;

  constructor(callers: Callers, pools: Awaited<ReturnType<typeof furnish>>) {
    this.#callers = callers;
    this.#requests = new Requests(this.#random, pools);
  }

  async all(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#some()));
  }

  async #some(): Promise<void> {
    while (this.#left > 0) {
      this.#left -= 1;
      if (this.#left % Math.ceil(requests / 50) === 0) this.rss.push(rssMib());
      const endpoint = called[this.#left % called.length] as Endpoint;
      const may = mayCall(endpoint);
      const who =
        may.length > 0 && this.#random.percent(75)
          ? this.#random.pick(may)
          : this.#random.pick(this.#callers.names);
      await this.#one(this.#requests.make(endpoint, this.#callers.headersOf(who)), who);
    }
  }

  async #one(made: Made, who: string): Promise<void> {
    const { endpoint, sent, tricks } = made;
    let got: Got;
    try {
      got = endpoint.permission === 'network' && made.isItsOwn ? await signed(made) : await send(sent);
    } catch (error) {
      // A server that refuses a long body closes the connection while it is still being sent.
      if (tricks.includes('a long body')) return;
      this.#blame(made, who, `broke the connection: ${String(error)}`);
      return;
    }
    this.statuses.set(got.status, (this.statuses.get(got.status) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, got.ms);
    if (got.status < 300 && made.isItsOwn) {
      this.succeeded.add(endpoint.name);
      this.letIn.add(who);
    }
    const fault = faultOf(made, got, isLong());
    if (fault !== undefined) this.#blame(made, who, fault);
    const { error } = (got.json as { status?: { error?: string } } | undefined)?.status ?? {};
    if (error === 'SESSION_ENDED') await this.#callers.renew(who, sent.headers?.authorization);
  }

  #blame({ endpoint, sent, tricks }: Made, who: string, fault: string): void {
    const { method, path, body } = sent;
    const request = `${method} ${path.slice(0, 300)} ${String(body ?? '').slice(0, 300)}`;
    this.faults.push(`${endpoint.name} (${who}; ${tricks.join(', ') || 'valid'}) ${fault}\n  ${request}`);
  }
}

const median = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[of.length >> 1] ?? 0;

it(
  `${requests} generated requests: no 5xx, no answer outside its schema, none over 5 s, memory flat`,
  async () => {
    const callers = new Callers(bank, url);
    await callers.signIn();
    const run = new Run(callers, await furnish(bank, network, url));
    console.log(`Fuzz: seed ${seed}`);
    const begun = performance.now();
    await run.all();
    const seconds = (performance.now() - begun) / 1_000;
    const byStatus = [...run.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    const quarter = Math.floor(run.rss.length / 4);
    const [before, after] = [median(run.rss.slice(quarter, quarter * 2)), median(run.rss.slice(-quarter))];
    const never = called.filter((one) => !run.succeeded.has(one.name)).map(({ name }) => name);
    console.log(
      [
        `Fuzz: ${requests} requests in ${seconds.toFixed(0)} s (${Math.round(requests / seconds)} a second), the slowest ${Math.round(run.slowestMs)} ms`,
        `  ${byStatus.join(', ')}; ${callers.signIns} sign-ins`,
        `  ${run.succeeded.size} of ${called.length} calls succeeded at least once; never: ${never.join(', ')}`,
        `  memory of the server: ${before} MiB in the second quarter, ${after} MiB in the last`,
      ].join('\n'),
    );
    // Requests that all end at the door, or at the first rule, would find no fault behind it.
    expect(callers.expected.filter((who) => !run.letIn.has(who))).toEqual([]);
    expect((run.statuses.get(200) ?? 0) / requests).toBeGreaterThan(SUCCESS_SHARE_MIN);
    expect(run.succeeded.size / called.length).toBeGreaterThan(
      isLong() ? REACHED_MIN.long : REACHED_MIN.short,
    );
    // What is wrong before what is slow: on a busy machine much is.
    const isSlow = (it: string) => Number(/ took \d+ ms/.test(it));
    expect(run.faults.sort((a, b) => isSlow(a) - isSlow(b)).slice(0, 25)).toEqual([]);
    if (isLong()) expect(after - before).toBeLessThan(GROWTH_MIB_MAX);
    const client = await bank.database.owner.pool.connect();
    const verified = await verifyLedger(client);
    client.release();
    expect(verified).toMatchObject({ ok: true });
    const { rows } = await bank.database.owner.pool.query(
      'SELECT sum(balance_minor)::text AS sum FROM balance',
    );
    expect(rows).toEqual([{ sum: '0' }]);
  },
  isLong() ? 3_600_000 : 300_000,
);
