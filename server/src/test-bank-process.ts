import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/pool.ts';

/** A server of its own that a test may kill: what it is given is its database, its environment and its port. */
export interface BankProcess {
  readonly databaseUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  readonly deadlineMs?: number;
}

const many = 10_000_000;

/** A clock that can be moved, for all of the process: everything asks it for now. */
let clockOffsetMs = 0;
const RealDate = Date;
class MovedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    super(...((given.length === 0 ? [MovedDate.now()] : given) as [string | number | Date]));
  }

  static override now(): number {
    return RealDate.now() + clockOffsetMs;
  }
}
globalThis.Date = MovedDate as DateConstructor;
process.on('message', (told: { clockOffsetMs?: number }) => {
  clockOffsetMs = told.clockOffsetMs ?? clockOffsetMs;
});

async function main(given: BankProcess): Promise<void> {
  const { sessionSecret, keyWrapSecret, ...draft } = readConfig(given.environment, 'test');
  if (sessionSecret === undefined || keyWrapSecret === undefined) throw new Error('the secrets are missing');
  const app = await buildApp({
    mode: 'test',
    version: '0.0.0-test',
    config: { ...draft, sessionSecret, keyWrapSecret },
    database: openDatabase(given.databaseUrl, { applicationName: 'tonle-test-process' }),
    rateLimits: { perAddress: many, perSession: many, perApp: many },
    reportTiming: { leaseSeconds: 2, renewMs: 200, sweepMs: 500, pollMs: 200 },
    ...(given.deadlineMs === undefined ? {} : { deadlineMs: given.deadlineMs }),
    networkTiming: { pollMs: 100, retryMs: 50, retryLongestMs: 1_000, answerMs: 2_000, leaseMs: 4_000 },
  });
  await app.listen({ port: given.port, host: '127.0.0.1' });
  process.send?.('ready');
}

// Whoever started it is gone: so is the test.
process.once('disconnect', () => process.exit(1));
const given = process.argv[2];
if (given !== undefined) await main(JSON.parse(given) as BankProcess);
// Or it waits, loaded, until it is told.
else process.once('message', ({ start }: { start: BankProcess }) => void main(start));
