import { rmSync } from 'node:fs';
import { freePort } from '../server/src/db/free-port.ts';
import { createTestDatabase } from '../server/src/db/test-database.ts';
import startTestPostgres from '../tools/test-postgres.ts';
import { BankServer, hasPortal, scratchFolder, type TemplateName, templates } from './bank.ts';

/** Global setup of the browser tests: seeds each kind of bank once; each test then works on a copy of one. */
export default async function makeTemplates(): Promise<() => Promise<void>> {
  if (!hasPortal()) throw new Error('The portal is not built: run npm run build first.');
  const stopPostgres = await startTestPostgres();
  const folders = await Promise.all((Object.keys(templates) as TemplateName[]).map(seed));
  return async () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    await stopPostgres();
  };
}

/** Answers the folder with the bank's data. */
async function seed(name: TemplateName): Promise<string> {
  const dataDir = scratchFolder();
  const database = await createTestDatabase();
  const server = new BankServer(database, dataDir, await freePort(), {}, templates[name].options);
  await server.start();
  await server.stop();
  // PostgreSQL copies a database only while nobody is in it.
  await database.close();
  await database.owner.close();
  process.env[templates[name].database] = database.name;
  process.env[templates[name].data] = dataDir;
  return dataDir;
}
