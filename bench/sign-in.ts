/**
 * How long a refused sign-in takes, by why it is refused: `node bench/sign-in.ts`. Known, unknown, blocked and locked users
 * do the same work (decisions section 5), so that nobody learns from the time which names there are. Ends with 1 where two
 * medians are further apart than that allows.
 */
import { startTestServer, TEST_PASSWORD } from '../server/src/test-server.ts';
import startTestPostgres from '../tools/test-postgres.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
const ratioMax = 1.25;

const attempts: readonly { why: string; login: string; password: string }[] = [
  { why: 'wrong password', login: 'manager', password: 'wrong' },
  { why: 'unknown user', login: 'nobody', password: TEST_PASSWORD },
  { why: 'blocked user, right password', login: 'admin', password: TEST_PASSWORD },
  { why: 'locked user, right password', login: 'auditor', password: TEST_PASSWORD },
];

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const stopPostgres = await startTestPostgres();
const server = await startTestServer();
const sql = (text: string) => server.database.owner.pool.query(text);
try {
  await sql(`UPDATE console_user SET blocked = true WHERE login = 'admin'`);
  const times = attempts.map((): number[] => []);
  for (let round = -5; round < rounds; round++) {
    for (const [index, { login, password }] of attempts.entries()) {
      // As it was before: nobody locked but the one, no failures of this address.
      await sql(`TRUNCATE sign_in_attempt, sign_in_address;
        INSERT INTO sign_in_attempt SELECT id, 5, now() + interval '1 hour' FROM console_user WHERE login = 'auditor'`);
      const begun = performance.now();
      const { status } = await server.signIn(login, password);
      const took = performance.now() - begun;
      if (status !== 401) throw new Error(`${login} was answered ${status}`);
      // The first rounds count for nothing: plans, caches and the compilers settle.
      if (round >= 0) times[index]?.push(took);
    }
  }
  const medians = times.map(median);
  for (const [index, { why }] of attempts.entries()) {
    console.log(why.padEnd(40), `${medians[index]?.toFixed(2)} ms`);
  }
  const ratio = Math.max(...medians) / Math.min(...medians);
  console.log(`slowest against fastest (at most ${ratioMax})`.padEnd(40), ratio.toFixed(2));
  process.exitCode = ratio <= ratioMax ? 0 : 1;
} finally {
  await server.close();
  await stopPostgres();
}
