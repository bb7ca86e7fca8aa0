import { setTimeout as sleep } from 'node:timers/promises';
import { channelAccountTypes } from '@tonle/contract/channel';
import { apiKeyHeader, channelScopes } from '@tonle/contract/channel-scopes';
import { Random } from '@tonle/contract/random';
import { expect, it } from 'vitest';
import { systemActor } from '../../server/src/areas/audit-log/audit-log.public.ts';
import { addChannelKey, makeApiKey } from '../../server/src/areas/channel/channel.public.ts';
import { freePort } from '../../server/src/db/free-port.ts';
import { TEST_POSTGRES_VARIABLE } from '../../server/src/db/test-database.ts';
import { mainAccountId, otherBankOfTests, startTestBank, type TestBank } from '../../server/src/test-bank.ts';
import type { BankProcess } from '../../server/src/test-bank-process.ts';
import { isLong } from '../../server/src/test-form.ts';
import { startTestNetwork, type TestNetwork } from '../../server/src/test-network.ts';
import { abroad, Clients } from './clients.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { Journal } from './journal.ts';
import { judge } from './judge.ts';
import { send } from './line.ts';
import { Machine } from './machine.ts';

/** How often each happens. `CRASH_SEED` plays another day, `CRASH_KILLS` a shorter or a longer one. */
const form = isLong()
  ? {
      kills: Number(process.env.CRASH_KILLS ?? 200),
      restarts: 6,
      postgresKills: 6,
      disks: 3,
      pools: 4,
      clocks: 6,
      senders: 6,
      payers: 6,
      depositors: 6,
    }
  : {
      kills: 3,
      restarts: 1,
      postgresKills: 1,
      disks: 1,
      pools: 1,
      clocks: 1,
      senders: 3,
      payers: 3,
      depositors: 3,
    };
const seed = process.env.CRASH_SEED ?? '20261128';
const CUT_PERCENT = 6;
const DISK_MEGABYTES = isLong() ? 700 : 400;
const READY_MS = 120_000;
const minute = 60_000;

type Kind = 'kill' | 'restart' | 'postgresKill' | 'disk' | 'pool' | 'clock';

/** What is done to the machine, in an order that the seed decides. */
function agenda(): Kind[] {
  const of = (count: number, kind: Kind) => Array.from({ length: count }, () => kind);
  return new Random(seed, 'agenda').shuffled([
    ...of(form.kills, 'kill'),
    ...of(form.restarts, 'restart'),
    ...of(form.postgresKills, 'postgresKill'),
    ...of(form.disks, 'disk'),
    ...of(form.pools, 'pool'),
    ...of(form.clocks, 'clock'),
  ]);
}

class Storm {
  readonly done: Record<Kind, number> = { kill: 0, restart: 0, postgresKill: 0, disk: 0, pool: 0, clock: 0 };
  longestReadyMs = 0;
  refusedWhileFull = 0;
  readonly #random = new Random(seed, 'storm');
  readonly #machine: Machine;
  readonly #bank: TestBank;
  readonly #journal: Journal;
  readonly #given: BankProcess;

  constructor(machine: Machine, bank: TestBank, journal: Journal, given: BankProcess) {
    this.#machine = machine;
    this.#bank = bank;
    this.#journal = journal;
    this.#given = given;
  }

  async startServer(): Promise<void> {
    await this.#machine.order({ do: 'start-server', given: this.#given, dataDir: this.#bank.config.dataDir });
  }

  async run(): Promise<void> {
    for (const [index, kind] of agenda().entries()) {
      await this.#untilBusy();
      await sleep(this.#random.below(400));
      if (kind === 'disk' && !this.#machine.hasOwnDisk) continue;
      this.#journal.away();
      await this[kind]();
      this.done[kind] += 1;
      await this.#untilReady(kind);
      this.#journal.back();
      if (isLong() && (index + 1) % 25 === 0) console.log(`${index + 1} blows: ${JSON.stringify(this.done)}`);
    }
  }

  /** Nothing is hurt that does nothing: some requests were served since the last blow. */
  async #untilBusy(): Promise<void> {
    const { served } = this.#journal;
    while (this.#journal.served < served + 25) await sleep(10);
  }

  async #untilReady(after: Kind): Promise<void> {
    const since = performance.now();
    for (;;) {
      const answer = await send(this.#given.port, { method: 'GET', path: '/health/ready', headers: {} });
      const ms = performance.now() - since;
      if (answer?.status === 200) {
        this.longestReadyMs = Math.max(this.longestReadyMs, ms);
        return;
      }
      if (ms > READY_MS) throw new Error(`the bank is not ready ${READY_MS / 1_000} s after: ${after}`);
      await sleep(50);
    }
  }

  async kill(): Promise<void> {
    await this.#machine.order({ do: 'kill-server' });
    await this.startServer();
  }

  async restart(): Promise<void> {
    await this.#machine.order({ do: 'restart-postgres' });
    await sleep(300);
  }

  async postgresKill(): Promise<void> {
    await this.#machine.order({ do: 'kill-postgres' });
    await sleep(300);
  }

  async disk(): Promise<void> {
    expect(await this.#machine.order({ do: 'fill-disk' })).toBe(0);
    // Until it is felt: somebody was told that the bank cannot serve now.
    const { unavailable } = this.#journal;
    while (this.#journal.unavailable < unavailable + 3) await sleep(20);
    await sleep(this.#random.below(2_000));
    this.refusedWhileFull += this.#journal.unavailable - unavailable;
    await this.#machine.order({ do: 'free-disk' });
  }

  /** A lock that everything waits for takes all connections, longer than anybody waits for one. */
  async pool(): Promise<void> {
    const client = await this.#bank.database.owner.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE customer IN ACCESS EXCLUSIVE MODE');
      await sleep(6_500);
      await client.query('ROLLBACK');
    } finally {
      client.release();
    }
  }

  /** The server's clock; the database's stands where it stood. */
  async clock(): Promise<void> {
    for (const byMs of [6 * minute, -6 * minute, 24 * 60 * minute, -24 * 60 * minute, 0]) {
      await this.#machine.order({ do: 'move-clock', byMs });
      await sleep(300);
    }
  }
}

/** A bank on the machine's database; the server that made it is closed, since the machine's own is the one to be hurt. */
async function openBank(machine: Machine): Promise<{ bank: TestBank; managerToken: string }> {
  process.env[TEST_POSTGRES_VARIABLE] = machine.postgresUrl;
  const bank = await startTestBank();
  const managerToken = (await bank.as('manager')).token ?? '';
  for (const amountMinor of [900_000n, 900_000n]) {
    await bank.post({ from: mainAccountId, to: 'a_b@chkt', amountMinor });
  }
  await bank.app.close();
  return { bank, managerToken };
}

async function appHeadersOf(bank: TestBank): Promise<Record<string, string>> {
  const apiKey = makeApiKey();
  const app = { app: 'crash-app', scopes: channelScopes, accountTypes: channelAccountTypes };
  await addChannelKey(bank.database.owner.db, apiKey, app, systemActor('Test set-up'));
  return { [apiKeyHeader]: apiKey };
}

const givenTo = (bank: TestBank, network: TestNetwork, port: number): BankProcess => ({
  databaseUrl: bank.database.url,
  port,
  // In the short form nobody waits half a minute to hear that something never arrived.
  ...(isLong() ? {} : { deadlineMs: 6_000 }),
  environment: {
    ...network.environment,
    NETWORK_SILENCE: '2',
    SESSION_SECRET: bank.config.sessionSecret,
    KEY_WRAP_SECRET: bank.config.keyWrapSecret,
    LOG_LEVEL: process.env.CRASH_LOG ?? 'fatal',
  },
});

it(
  'nothing that was acknowledged is lost and nothing happens twice, whatever is killed, cut, full, away or wrong',
  async () => {
    const begun = performance.now();
    const machine = await Machine.start(DISK_MEGABYTES);
    await using network = await startTestNetwork();
    network.accounts = [
      {
        accountId: abroad,
        name: 'Sokha Lim',
        accountType: 'MOBILE',
        participantCode: otherBankOfTests.participantCode,
        frozen: false,
        accountStatus: 'ACTIVATED',
      },
    ];
    const journal = new Journal();
    const { bank, managerToken } = await openBank(machine);
    const port = await freePort();
    const storm = new Storm(machine, bank, journal, givenTo(bank, network, port));
    const proxy = new CuttingProxy(port, new Random(seed, 'cuts'), CUT_PERCENT);
    try {
      const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
      const through = await proxy.listen();
      await storm.startServer();
      const appHeaders = await appHeadersOf(bank);
      const clients = new Clients({ seed, journal, network, port: through, managerToken, appHeaders });
      const working = clients.run({ ...form, exporters: 1 });
      try {
        await Promise.race([storm.run(), working]);
      } finally {
        clients.stop();
        await working;
      }
      const found = await judge({ bank, journal, clients, before });
      console.log(
        [
          `Crashes (seed ${seed}): ${JSON.stringify(storm.done)}, ${JSON.stringify(proxy.cuts)} connections cut, in ${((performance.now() - begun) / 1_000).toFixed(0)} s.`,
          machine.hasOwnDisk
            ? `While the disk was full: ${storm.refusedWhileFull} × 503.`
            : 'No disk of its own could be had here (unshare): the full disk was left out.',
          `${journal.requests} requests: ${journal.unavailable} × 503, ${journal.unknown} of unknown outcome, the longest for ${(journal.longestUnknownMs / 1_000).toFixed(1)} s; ready again after at most ${(storm.longestReadyMs / 1_000).toFixed(1)} s.`,
          `${found.transfers} transfers, ${found.payments} payments, ${found.deposits} deposits, ${found.reports} reports: each once or not at all, the sum zero, both chains verified.`,
        ]
          .filter((line) => line !== '')
          .join('\n'),
      );
      expect(journal.faults).toEqual([]);
      expect(machine.deaths).toEqual([]);
      // A storm in which nothing got through, or nothing was hurt, shows nothing.
      const { transfers, payments, deposits, reports } = found;
      expect(Math.min(transfers, payments, deposits, reports)).toBeGreaterThan(0);
      expect(journal.unknown).toBeGreaterThan(0);
      expect(Object.values(proxy.cuts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
      if (machine.hasOwnDisk) expect(storm.refusedWhileFull).toBeGreaterThan(0);
    } finally {
      await proxy.close();
      await machine.order({ do: 'kill-server' }).catch(() => undefined);
      await bank.close();
      await machine.close();
    }
  },
  isLong() ? 7_200_000 : 300_000,
);
