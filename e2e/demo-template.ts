import { rmSync } from 'node:fs';
import { createTestDatabase } from '../server/src/db/test-database.ts';
import startTestPostgres from '../tools/test-postgres.ts';
import { BankServer, freePort, hasPortal, scratchFolder, TEMPLATE_DATA, TEMPLATE_DATABASE } from './bank.ts';

/** Global setup of the browser tests: seeds the demo bank once; each test then works on a copy of it. */
export default async function makeDemoTemplate(): Promise<() => Promise<void>> {
  if (!hasPortal()) throw new Error('The portal is not built: run npm run build first.');
  const stopPostgres = await startTestPostgres();
  const dataDir = scratchFolder();
  const database = await createTestDatabase();
  const server = new BankServer(database, dataDir, await freePort());
  await server.start();
  await server.stop();
  // PostgreSQL copies a database only while nobody is in it.
  await database.close();
  await database.owner.close();
  process.env[TEMPLATE_DATABASE] = database.name;
  process.env[TEMPLATE_DATA] = dataDir;
  return async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await stopPostgres();
  };
}
