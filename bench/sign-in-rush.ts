/**
 * How fast lists stay while people sign in: `node bench/sign-in-rush.ts`. The demo bank of its own, with its server in another
 * process; a manager reads the incoming transactions at a steady pace, first alone, then under 20 sign-ins a second, in
 * turn, and the ratio of the two p99 is printed. Each figure is the median of its rounds. Ends with 1 where the lists take
 * more than twice as long.
 *
 * BENCH_ROUNDS, BENCH_SECONDS and BENCH_SIGN_INS change a run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword as password, startDemo } from '../tools/demo-process.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const signInsPerSecond = Number(process.env.BENCH_SIGN_INS ?? 20);
const listsPerSecond = 10;
const users = [
  'manager',
  'admin',
  'admin2',
  'access',
  'access2',
  'auditor',
  'authorizer',
  'authorizer2',
  'keyholder1',
  'keyholder2',
  'keyholder3',
  'teller',
];
const ratioMax = 2;

interface Called {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true });
/** The bank's, once it is there. */
let port = 0;

function call(path: string, options: { token?: string; body?: unknown } = {}): Promise<Called> {
  const started = performance.now();
  return new Promise((done, failed) => {
    const headers = {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const method = options.body === undefined ? 'GET' : 'POST';
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          ms: performance.now() - started,
        }),
      );
    });
    sent.on('error', failed);
    sent.end(options.body === undefined ? undefined : JSON.stringify(options.body));
  });
}

const signIn = (username: string) => call('/api/v2/authenticate', { body: { username, password } });

/** Starts `work` so many times a second, whether or not the last has ended: as people come, not as the server likes. */
async function steadily(perSecond: number, work: () => Promise<void>): Promise<void> {
  const running: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const wait = started + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((wake) => setTimeout(wake, wait));
    running.push(work());
  }
  await Promise.all(running);
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
const median = (values: readonly number[]): number => quantile(values, 0.5);

async function listTimes(token: string): Promise<number[]> {
  const times: number[] = [];
  await steadily(listsPerSecond, async () => {
    const path = '/report-service/api/transfer-management/iroha-transactions/incoming?page=0&size=25';
    const answer = await call(path, { token });
    if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`);
    times.push(answer.ms);
  });
  return times;
}

async function run(): Promise<void> {
  const token = (JSON.parse((await signIn('manager')).body) as { data: { id_token: string } }).data.id_token;
  await listTimes(token);
  const idle: number[] = [];
  const busy: number[] = [];
  const signedIn: number[] = [];
  let refused = 0;
  let next = 0;
  for (let round = 0; round < rounds; round += 1) {
    idle.push(quantile(await listTimes(token), 0.99));
    const rush = steadily(signInsPerSecond, async () => {
      next += 1;
      const answer = await signIn(users[next % users.length] ?? '');
      if (answer.status === 200) signedIn.push(answer.ms);
      else if (answer.status === 429) refused += 1;
      else throw new Error(`signing in answered ${answer.status}`);
    });
    busy.push(quantile(await listTimes(token), 0.99));
    await rush;
  }
  const ratio = median(busy) / median(idle);
  console.log(
    `${availableParallelism()} cores, ${rounds} rounds of ${seconds} s, ${listsPerSecond} lists a second`,
  );
  console.log(`lists, p99, nobody signs in     ${median(idle).toFixed(1)} ms`);
  console.log(`lists, p99, ${signInsPerSecond} sign-ins a second  ${median(busy).toFixed(1)} ms`);
  console.log(
    `sign-ins: ${signedIn.length} right, ${refused} sent away; median ${median(signedIn).toFixed(0)} ms, p99 ${quantile(signedIn, 0.99).toFixed(0)} ms`,
  );
  console.log(`ratio ${ratio.toFixed(2)} (at most ${ratioMax})`);
  process.exitCode = ratio <= ratioMax ? 0 : 1;
}

const dataDir = mkdtempSync(join(tmpdir(), 'tonle-bench-'));
try {
  const bank = await startDemo({ DATA_DIR: dataDir });
  port = bank.port;
  try {
    await run();
  } finally {
    await bank.close();
    agent.destroy();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
