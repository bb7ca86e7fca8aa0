import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { TEST_POSTGRES_VARIABLE } from '../server/src/db/test-database.ts';

const FOLDER = join(import.meta.dirname, '../.cache/test-postgres');

/**
 * Global setup of every test run: a PostgreSQL for this run alone, thrown away at its end, unless the environment
 * names one. Its address goes to the tests through the environment.
 */
export default async function startTestPostgres(): Promise<() => Promise<void>> {
  if (process.env[TEST_POSTGRES_VARIABLE] !== undefined) return async () => {};
  mkdirSync(FOLDER, { recursive: true });
  await removeLeftovers();
  const dataDir = join(FOLDER, String(process.pid));
  const postgres = await startEmbeddedPostgres({ dataDir, forTests: true });
  process.env[TEST_POSTGRES_VARIABLE] = postgres.superuserUrl;
  return () => postgres.destroy();
}

/** Servers of runs that were killed are stopped, and their data removed. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(FOLDER)) {
    if (isAlive(Number(name))) continue;
    const dataDir = join(FOLDER, name);
    // Taken over where it still runs; started where it does not, which is quick and finds where its data lies.
    const leftover = await startEmbeddedPostgres({ dataDir, forTests: true });
    await leftover.destroy();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
