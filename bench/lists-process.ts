import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import type { ListsBank } from './lists-bank.ts';

/** Starts `lists-server.ts` over the bank, when what lists read is in memory. */
export async function startListsServer(bank: ListsBank): Promise<{ server: ChildProcess; port: number }> {
  await warm(bank.superuserUrl);
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, 'lists-server.ts'), bank.servingUrl, String(bank.transactions)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH } },
  );
  const port = await new Promise<number>((done, failed) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /port (\d+)/.exec(said);
      if (found) done(Number(found[1]));
    });
    server.once('exit', () => failed(new Error('the server did not start')));
  });
  return { server, port };
}

/** Brings what lists read into memory, as it is in a bank that has been open for a while. */
async function warm(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const table of ['transaction_list', 'transfer', 'rollup']) {
    await client.query(`SELECT count(*) FROM ${table} WHERE ctid IS NOT NULL AND ${table}::text IS NULL`);
  }
  await client.end();
}
