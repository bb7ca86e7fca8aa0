import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@tonle/contract/random';
import type { BankDoor } from './bank-door.ts';
import { bankMainAccountId } from './banks.ts';
import type { Customers } from './customers.ts';
import { depositOf } from './deposits.ts';
import type { Faults } from './faults.ts';
import { busynessAt, isSalaryTime, type Size } from './rhythm.ts';

export interface TrafficOptions {
  readonly seed: string;
  readonly run: string;
  readonly faults: Faults;
  readonly door: Pick<BankDoor, 'deliver'>;
  readonly customers: Customers;
}

/** Everything that can happen. */
const kinds = [
  'depositMain',
  'depositCustomer',
  'payWithin',
  'scan',
  'payAbroad',
  'join',
  'verify',
  'look',
  'losePhone',
] as const;
export type EventKind = (typeof kinds)[number];

/** How often each happens, in a thousand. At the pace of an ordinary day somebody loses their phone every three hours. */
const ordinaryMix: Readonly<Record<EventKind, number>> = {
  depositMain: 120,
  depositCustomer: 220,
  payWithin: 220,
  scan: 140,
  payAbroad: 140,
  join: 40,
  verify: 40,
  look: 78,
  losePhone: 2,
};
/** Under load nearly everything is money, and little of it for each, so that the limits of the day are not used up. */
const loadMix: Readonly<Record<EventKind, number>> = {
  depositMain: 150,
  depositCustomer: 220,
  payWithin: 260,
  scan: 120,
  payAbroad: 120,
  join: 10,
  verify: 20,
  look: 99,
  losePhone: 1,
};

/** What happens as the nth thing: the same for the same seed, whenever it happens. */
export const eventKindOf = (random: Random, mix = ordinaryMix): EventKind =>
  kinds[random.weighted(kinds.map((it) => mix[it]))] ?? 'look';

/** Events of an ordinary hour. */
const HOURLY = 150;
const FIRST_CUSTOMERS = 12;
const CUSTOMERS_MAX = 200;

/** What people do: deposits from other banks, and customers with their apps. */
export class Traffic {
  readonly #options: TrafficOptions;
  readonly #stop = new AbortController();
  #events = 0;
  #deposits = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stop.abort();
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** A little, for ever, by the rhythm of the day. */
  async live(): Promise<void> {
    const { customers, seed } = this.#options;
    await customers.remember(CUSTOMERS_MAX);
    while (customers.all.length < FIRST_CUSTOMERS && !this.#isStopped) {
      if (!(await this.#welcome(new Random(seed, 'welcome', customers.all.length)))) await this.#pause(1_000);
    }
    while (!this.#isStopped) {
      const random = this.#nextRandom();
      const now = new Date();
      const meanMs = 3_600_000 / (HOURLY * Math.max(0.05, busynessAt(now)));
      await this.#pause((meanMs * random.between(20, 180)) / 100);
      if (!this.#isStopped)
        await this.#happen(random, eventKindOf(random), isSalaryTime(now) ? 'large' : undefined);
    }
  }

  /** So many events a second for so long, each on its own, whether or not the earlier ones are done. */
  async load(rate: number, seconds: number, customerCount: number): Promise<void> {
    const { customers, seed } = this.#options;
    await customers.remember(customerCount);
    while (customers.all.length < customerCount && !this.#isStopped) {
      const missing = Math.min(8, customerCount - customers.all.length);
      const random = new Random(seed, 'welcome', customers.all.length);
      const joined = await Promise.all(Array.from({ length: missing }, () => this.#welcome(random)));
      if (!joined.includes(true)) break;
    }
    const running = new Set<Promise<void>>();
    const start = performance.now();
    const count = Math.round(rate * seconds);
    for (let index = 0; index < count && !this.#isStopped; index += 1) {
      const waitMs = start + (index * 1_000) / rate - performance.now();
      if (waitMs > 1) await this.#pause(waitMs);
      const random = this.#nextRandom();
      const event: Promise<void> = this.#happen(random, eventKindOf(random, loadMix), 'tiny').finally(() =>
        running.delete(event),
      );
      running.add(event);
    }
    await Promise.all(running);
  }

  #nextRandom(): Random {
    this.#events += 1;
    return new Random(this.#options.seed, 'event', this.#events);
  }

  #pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  /** A new customer, with some money of theirs from another bank. */
  async #welcome(random: Random): Promise<boolean> {
    const customer = await this.#options.customers.join();
    if (customer === undefined) return false;
    await Promise.all(
      Array.from({ length: 4 }, () => this.#deposit(random, customer.accountId, 'large', 'Opening balance')),
    );
    return true;
  }

  async #deposit(random: Random, to: string, size: Size, description?: string): Promise<void> {
    const { run, door, faults } = this.#options;
    this.#deposits += 1;
    const depositId = `DP${run.toUpperCase()}${String(this.#deposits).padStart(7, '0')}`;
    const deposit = depositOf(random, {
      depositId,
      to,
      size,
      ...(description === undefined ? {} : { description }),
    });
    await door.deliver(`deposit-${run}-${this.#deposits}`, deposit, random.percent(faults.duplicate) ? 2 : 1);
  }

  async #happen(random: Random, kind: EventKind, size?: Size): Promise<void> {
    const { customers } = this.#options;
    const someone = customers.all.length === 0 ? undefined : random.pick(customers.all);
    const everyday: Size = size ?? (random.percent(70) ? 'small' : 'middle');
    switch (kind) {
      case 'depositMain':
        return this.#deposit(random, bankMainAccountId, size ?? (random.percent(60) ? 'middle' : 'large'));
      case 'depositCustomer':
        return (
          someone &&
          this.#deposit(random, someone.accountId, size ?? 'middle', size === 'large' ? 'Salary' : undefined)
        );
      case 'payWithin':
        return customers.payWithin(random, everyday);
      case 'scan':
        return customers.scan(random, everyday);
      case 'payAbroad':
        return customers.payAbroad(random, everyday);
      case 'join':
        if (customers.all.length < CUSTOMERS_MAX) await this.#welcome(random);
        return;
      case 'verify':
        return someone && customers.verify(someone, random);
      case 'look':
        return someone && customers.look(someone, random);
      case 'losePhone':
        return someone && customers.losePhone(someone);
    }
  }
}
