import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../server/src/db/test-database.ts';
import { freezeAccount, readAccounts, setDayLimits, unfreezeAccount } from './accounts.ts';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import { createLedger } from './ledger.ts';
import { namedBy } from './load.ts';
import { seal } from './seal.ts';
import { readState } from './state.ts';
import { accountAt, answerOf, customers, Model, type Step, steps } from './testing/model.ts';
import { SimulatedDatabase } from './testing/simulated-database.ts';
import { verifyLedger } from './verify.ts';

const accounts = 3 + customers;

/** Decides, seals and applies commands as one batch. */
function commitBatch(database: SimulatedDatabase, commands: readonly Command[]) {
  const { results, book } = decide(database.load(namedBy(commands)), commands);
  if (book.records.length > 0) {
    const times = { firstCreatedMs: book.firstCreatedMs ?? 0, createdMs: book.lastCreatedMs };
    database.apply(book, seal(book.head, book.records, times, book.moved));
  }
  return results;
}

function expectSame(model: Model, database: SimulatedDatabase): void {
  for (let n = 0; n < accounts; n++) {
    for (const asset of [0, 1] as const) {
      const balance = database.accounts.get(accountAt(n))?.balancesMinor[asset];
      expect(balance).toBe(model.balance(accountAt(n), asset));
    }
  }
  expect(database.sumMinor(0)).toBe(0n);
  expect(database.sumMinor(1)).toBe(0n);
  expect(database.transactions.size).toBe(model.transfers.length);
  for (const { prepared, standing } of model.transfers) {
    const known = database.transactions.get(Buffer.from(prepared.hash).toString('hex'));
    expect(readState(known?.state ?? -1)).toMatchObject(standing);
  }
}

/** Runs a sequence, in batches of the given size, and holds every answer against the model's. */
function runInMemory(sequence: readonly Step[], batchSize: number): void {
  const model = new Model();
  const database = new SimulatedDatabase(Date.UTC(2026, 0, 15, 3));
  commitBatch(database, Model.openings());
  let waiting: { command: Command; answer: string }[] = [];
  const flush = () => {
    const results = commitBatch(
      database,
      waiting.map(({ command }) => command),
    );
    expect(results.map(answerOf)).toEqual(waiting.map(({ answer }) => answer));
    waiting = [];
  };
  for (const step of sequence) {
    if (step.do === 'freeze' || step.do === 'limit') {
      flush();
      model.door(step);
      const account = database.accounts.get(accountAt(step.account));
      if (account && step.do === 'freeze') account.frozen = step.frozen;
      if (account && step.do === 'limit') {
        account.dayLimitsMinor = [step.amount === null ? null : BigInt(step.amount), null];
      }
      continue;
    }
    const next = model.next(step);
    if (next) waiting.push(next);
    if (waiting.length >= batchSize) flush();
  }
  flush();
  expectSame(model, database);
}

describe('the ledger against a small model', () => {
  it('answers 10,000 sequences of commands in memory as the model does', () => {
    fc.assert(fc.property(steps, fc.integer({ min: 1, max: 6 }), runInMemory), { numRuns: 10_000 });
  }, 120_000);

  it('answers 200 sequences on PostgreSQL as the model does', async () => {
    await using database = await createTestDatabase();
    const { pool } = database.open({ max: 2, pipeline: true });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await emptyLedger(database.owner.pool);
        const ledger = createLedger({ pool });
        const model = new Model();
        for (const command of Model.openings()) await ledger.submit(command);
        let waiting: { answer: string; given: Promise<string> }[] = [];
        const flush = async () => {
          const given = await Promise.all(waiting.map((one) => one.given));
          expect(given).toEqual(waiting.map(({ answer }) => answer));
          waiting = [];
        };
        for (const step of sequence) {
          if (step.do === 'freeze' || step.do === 'limit') {
            await flush();
            model.door(step);
            await door(database.pool, step);
            continue;
          }
          const next = model.next(step);
          if (next) waiting.push({ answer: next.answer, given: ledger.submit(next.command).then(answerOf) });
        }
        await flush();
        await ledger.close();
        const found = await readAccounts(
          database.pool,
          Array.from({ length: accounts }, (_, n) => accountAt(n)),
        );
        for (const [accountId, { balancesMinor }] of found) {
          expect(balancesMinor['khr#nbc']).toBe(model.balance(accountId, 0));
          expect(balancesMinor['usd#nbc']).toBe(model.balance(accountId, 1));
        }
        const client = await database.owner.pool.connect();
        const verified = await verifyLedger(client, { signatures: false });
        client.release();
        expect(verified).toMatchObject({ ok: true });
      }),
      { numRuns: 200 },
    );
  }, 120_000);
});

type Pool = Awaited<ReturnType<typeof createTestDatabase>>['pool'];

async function door(pool: Pool, step: Extract<Step, { do: 'freeze' | 'limit' }>): Promise<void> {
  const client = await pool.connect();
  await client.query('BEGIN');
  const accountId = accountAt(step.account);
  if (step.do === 'freeze') await (step.frozen ? freezeAccount : unfreezeAccount)(client, accountId);
  else {
    const khrMinor = step.amount === null ? null : BigInt(step.amount);
    await setDayLimits(client, accountId, { khrMinor, usdMinor: null });
  }
  await client.query('COMMIT');
  client.release();
}

/** Back to the first block, as only a superuser can, so that one database does for all sequences. */
async function emptyLedger(pool: Pool): Promise<void> {
  await pool.query(`
    ALTER TABLE block DISABLE TRIGGER sealed; ALTER TABLE account DISABLE TRIGGER sealed;
    ALTER TABLE key_registration DISABLE TRIGGER sealed; ALTER TABLE transfer DISABLE TRIGGER sealed;
    ALTER TABLE entry DISABLE TRIGGER sealed; ALTER TABLE event DISABLE TRIGGER sealed;
    ALTER TABLE command_key DISABLE TRIGGER sealed;
    DELETE FROM block; DELETE FROM account; DELETE FROM key_registration; DELETE FROM transfer; DELETE FROM entry;
    DELETE FROM event; DELETE FROM command_key; DELETE FROM account_state; DELETE FROM balance;
    DELETE FROM transaction_list; DELETE FROM rollup;
    UPDATE ledger_head SET seq = 0, height = 0, hash = decode(repeat('00', 32), 'hex'), created = '1970-01-01T00:00:00Z'`);
}
