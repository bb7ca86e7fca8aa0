import { describe, expect, it } from 'vitest';
import type { Command, Posted, Result } from './command.ts';
import { CommitQueue } from './commit.ts';
import { LedgerError } from './errors.ts';
import { merkleRoot } from './seal.ts';
import {
  customerId,
  issuanceId,
  keyed,
  mainId,
  openingCommands,
  pending,
  transferOf,
} from './testing/bank.ts';
import { Scheduler } from './testing/scheduler.ts';
import { SimulatedDatabase } from './testing/simulated-database.ts';
import { poison, type SharedHead, SimulatedStore } from './testing/simulated-store.ts';

/**
 * Two servers, one database, eight clients that do not give up, and a fault between any two steps: lost connections before
 * and after a commit, refused batches, commits in doubt that a standby taking over may not have, servers that die. The seed
 * decides everything.
 */
const seeds = Number(process.env.SIMULATION_SEEDS ?? 1_000);
const clients = 8;
const commandsEach = 3;
const customers = 3;
const stepsMax = 20_000;

class Server {
  readonly #shared: SharedHead;
  readonly #faultRate: () => number;
  #store: SimulatedStore;
  #queue: CommitQueue;
  #callers = new Set<(error: Error) => void>();

  constructor(shared: SharedHead, faultRate: () => number) {
    this.#shared = shared;
    this.#faultRate = faultRate;
    [this.#store, this.#queue] = this.#start();
  }

  #start(): [SimulatedStore, CommitQueue] {
    const { scheduler } = this.#shared;
    const store = new SimulatedStore(this.#shared, this.#faultRate);
    const queue = new CommitQueue(store, {
      queueMax: 6,
      batchMax: 4,
      soon: (task) => scheduler.soon(store, task),
      pause: () => scheduler.turn(store),
    });
    return [store, queue];
  }

  /** As over HTTP: where the server dies, the caller is left without an answer. */
  submit(command: Command): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#callers.add(reject);
      this.#queue.submit(command).then(
        (result) => {
          this.#callers.delete(reject);
          resolve(result);
        },
        (error) => {
          this.#callers.delete(reject);
          reject(error);
        },
      );
    });
  }

  dieAndStartAgain(): void {
    this.#shared.scheduler.drop(this.#store);
    this.#store.die();
    for (const reject of this.#callers) reject(new Error('the connection was closed'));
    this.#callers.clear();
    [this.#store, this.#queue] = this.#start();
  }
}

type Told = { command: Command; number: number; result: Result | undefined };

/** Commands that clash: one hot account without money for all, one transaction that several want to settle. */
function commandOf(scheduler: Scheduler, number: number, contested: Uint8Array): Command {
  const attach = [{ table: 'audit', row: { what: `row ${number}` } }];
  const kind = scheduler.random();
  if (kind < 0.15) {
    return {
      key: keyed(`key ${number}`),
      requires: [{ kind: 'transaction-in', hash: contested, standings: [pending] }],
      events: [
        { transactionHash: contested, standing: { status: 'SUCCESS', businessStatus: 'ACKNOWLEDGED_BY_FI' } },
      ],
      attach,
    };
  }
  const amountMinor = BigInt(1 + Math.floor(scheduler.random() * 300));
  const to = customerId(Math.floor(scheduler.random() * customers));
  return {
    key: keyed(`key ${number}`),
    requires: [{ kind: 'account-open', accountId: to }],
    transfers: [transferOf(number, { debitAccountId: mainId, creditAccountId: to, amountMinor })],
    attach: kind < 0.25 ? [{ table: 'audit', row: { what: poison } }] : attach,
  };
}

async function runClient(servers: readonly Server[], scheduler: Scheduler, told: Told[]): Promise<void> {
  for (const one of told) {
    while (!one.result) {
      await scheduler.turn(servers);
      try {
        one.result = await scheduler.pickOf(servers).submit(one.command);
      } catch (error) {
        // Busy, unavailable, unknown, cut off: all the same to whoever holds a key and asks again.
        if (error instanceof LedgerError && error.code === 'INVALID') throw error;
      }
    }
  }
}

/** Answers the head's hash, which all that was posted has part in, and how much that was. */
async function simulate(seed: number): Promise<{ head: string; posted: number; refused: number }> {
  const scheduler = new Scheduler(seed);
  const database = new SimulatedDatabase(Date.UTC(2026, 0, 15, 3));
  const shared: SharedHead = { database, scheduler, holder: undefined, machine: 0 };
  let faultRate = 0;
  const servers = [new Server(shared, () => faultRate), new Server(shared, () => faultRate)];
  const contested = transferOf(1_000_000, {
    debitAccountId: issuanceId,
    creditAccountId: mainId,
    amountMinor: 2_000n,
    standing: pending,
  });
  const told = Array.from({ length: clients }, (_, client) =>
    Array.from({ length: commandsEach }, (_, n): Told => {
      const number = client * commandsEach + n;
      return { number, command: commandOf(scheduler, number, contested.hash), result: undefined };
    }),
  );
  const opened = openAll(servers, [...openingCommands(customers), { transfers: [contested] }]);
  await runUntil(scheduler, opened);
  faultRate = scheduler.random() * 0.3;
  const all = Promise.all(told.map((commands) => runClient(servers, scheduler, commands)));
  const crashRate = scheduler.random() * 0.05;
  await runUntil(scheduler, all, (step) => {
    database.nowMs += Math.floor(scheduler.random() * 40);
    // In the end the line is good again, so that everyone gets an answer.
    if (step > 3_000) faultRate = 0;
    else if (scheduler.chance(crashRate)) scheduler.pickOf(servers).dieAndStartAgain();
  });
  judge(database, told.flat());
  const ended = (outcome: Result['outcome']) =>
    told.flat().filter(({ result }) => result?.outcome === outcome).length;
  return {
    head: database.head.hash.toString('hex'),
    posted: ended('posted'),
    refused: ended('refused'),
  };
}

async function openAll(servers: readonly Server[], commands: readonly Command[]): Promise<void> {
  for (const command of commands) await servers[0]?.submit(command);
}

async function runUntil(
  scheduler: Scheduler,
  done: Promise<unknown>,
  between: (step: number) => void = () => {},
): Promise<void> {
  let finished = false;
  const watched = done.finally(() => {
    finished = true;
  });
  for (let step = 0; !finished; step++) {
    if (step > stepsMax) throw new Error('no end in sight');
    between(step);
    if (!(await scheduler.step()) && !finished) throw new Error('everyone waits and nobody goes on');
  }
  await watched;
}

/** What everyone was told, against what is there. */
function judge(database: SimulatedDatabase, told: readonly Told[]): void {
  const accepted = told.filter((one): one is Told & { result: Posted } => one.result?.outcome === 'posted');
  for (const { command, result } of accepted) {
    const known = database.commands.get(`manager\0${command.key?.key}`);
    expect(known?.posted).toMatchObject({ firstSeq: result.firstSeq, lastSeq: result.lastSeq });
    expect(result.transfers).toEqual(known?.posted.transfers);
  }
  for (const { command, result } of told) {
    if (result?.outcome === 'refused')
      expect(database.commands.has(`manager\0${command.key?.key}`)).toBe(false);
  }
  expect(database.commands.size).toBe(accepted.length);
  const rows = database.attached.map(({ row }) => row.what).sort();
  expect(rows).toEqual(accepted.map(({ number }) => `row ${number}`).sort());
  const moved = accepted.filter(({ command }) => command.transfers);
  expect(database.transactions.size).toBe(moved.length + 1);
  const spent = moved.reduce(
    (sum, { command }) => sum + (command.transfers?.[0]?.draft.amountMinor ?? 0n),
    0n,
  );
  expect(database.accounts.get(mainId)?.balancesMinor[0]).toBe(2_000n - spent);
  expect(spent).toBeLessThanOrEqual(2_000n);
  expect(database.sumMinor(0)).toBe(0n);
  expect(accepted.filter(({ command }) => command.events).length).toBeLessThanOrEqual(1);
  let previous = { lastSeq: 0n, hash: '0'.repeat(64), createdMs: 0 };
  for (const [index, block] of database.blocks.entries()) {
    expect(block.height).toBe(BigInt(index + 1));
    expect(block.firstSeq).toBe(previous.lastSeq + 1n);
    expect(block.previousHash).toBe(previous.hash);
    expect(block.createdMs).toBeGreaterThanOrEqual(previous.createdMs);
    expect(merkleRoot(block.leaves).toString('hex')).toBe(block.merkleRoot);
    previous = { lastSeq: block.lastSeq, hash: block.hash.toString('hex'), createdMs: block.createdMs };
  }
}

describe('the commit queue over a bad line', () => {
  it(
    `gives every command exactly one end, with ${seeds} seeds`,
    async () => {
      let posted = 0;
      let refused = 0;
      for (let seed = 1; seed <= seeds; seed++) {
        try {
          const end = await simulate(seed);
          posted += end.posted;
          refused += end.refused;
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error });
        }
      }
      console.log(`Commit queue: ${seeds} seeds, ${posted} commands posted, ${refused} refused`);
      // Where everything is refused, nothing could get lost.
      expect(Math.min(posted, refused)).toBeGreaterThan(seeds);
    },
    60_000 + seeds * 60,
  );

  it('runs the same way twice from one seed, to the last hash', async () => {
    expect(await simulate(7)).toEqual(await simulate(7));
    expect(await simulate(7)).not.toEqual(await simulate(8));
  });
});
