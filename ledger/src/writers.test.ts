import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../server/src/db/test-database.ts';
import { readAccount } from './accounts.ts';
import { createLedger } from './ledger.ts';
import { issuanceId, mainId, openingCommands, transferOf } from './testing/bank.ts';
import { verifyLedger } from './verify.ts';

const writers = 25;
const transfers = 12;
const customers = 10;
type Line = { key: string; seq: string; replayed: boolean; amount: number };

it('Known fault (Containarium PR 1326): 50 writers of two processes on one account post each transfer once, in one chain', async () => {
  await using database = await createTestDatabase();
  const ledger = createLedger({ pool: database.pool });
  for (const command of openingCommands(customers)) await ledger.submit(command);
  const fundsMinor = 1_500n;
  const funding = { debitAccountId: issuanceId, creditAccountId: mainId, amountMinor: fundsMinor };
  await ledger.submit({ transfers: [transferOf(-1, funding)] });
  await ledger.close();

  const script = join(import.meta.dirname, 'testing/writer.ts');
  const run = async (process_: number): Promise<Line[]> => {
    const args = [script, database.url, process_, writers, transfers, customers].map(String);
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const lines = (await Promise.all([run(0), run(1)])).flat();

  expect(lines).toHaveLength(2 * writers * transfers);
  const seqOf = new Map<string, string>();
  const amounts = new Map<string, number>();
  for (const { key, seq, amount } of lines.filter((line) => line.seq !== 'INSUFFICIENT_FUNDS')) {
    expect(seqOf.get(key) ?? seq).toBe(seq);
    seqOf.set(key, seq);
    amounts.set(key, amount);
  }
  expect(new Set(seqOf.values()).size).toBe(seqOf.size);
  // Whoever asks second under a shared key, in whichever process, gets the first answer again.
  const shared = lines.filter((line) => line.replayed);
  expect(shared.length).toBeGreaterThan(0);
  const sentMinor = BigInt([...amounts.values()].reduce((sum, amount) => sum + amount, 0));
  expect((await readAccount(database.pool, mainId))?.balancesMinor['khr#nbc']).toBe(fundsMinor - sentMinor);
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM transfer');
  expect(rows[0]).toEqual({ count: seqOf.size + 1 });
  const client = await database.owner.pool.connect();
  expect(await verifyLedger(client, { signatures: false })).toMatchObject({ ok: true });
  const sum = await client.query('SELECT sum(amount_minor)::text AS sum FROM entry');
  expect(sum.rows[0]).toEqual({ sum: '0' });
  client.release();
}, 120_000);
