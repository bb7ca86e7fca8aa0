import type { Book, Loaded } from '../book.ts';
import type { Command } from '../command.ts';
import { namedBy } from '../load.ts';
import { Memory } from '../memory.ts';
import type { Block } from '../seal.ts';
import { type BatchStore, StoreFailure } from '../store.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedDatabase } from './simulated-database.ts';

/** What several servers' stores share: the database, the head's lock, and which of its machines answers now. */
export type SharedHead = {
  database: SimulatedDatabase;
  scheduler: Scheduler;
  holder: object | undefined;
  /** Goes up when a standby takes over: connections to the machine before are gone. */
  machine: number;
};

/** A row with this in it is refused by the database, whoever asks. */
export const poison = 'poison';

type Flight = { book: Book; block: Block };

/** PostgreSQL as one server sees it over a bad line: any step may fail, before or after it was done. */
export class SimulatedStore implements BatchStore {
  readonly #shared: SharedHead;
  readonly #memory: Memory;
  #faultRate: () => number;
  #accountIds: Set<string> = new Set();
  #remembered = false;
  /** The machine that this connection leads to. */
  #machine = 0;
  /** Sent, with no answer yet; it may still be carried out after this process is dead. */
  #flight: Flight | undefined;

  constructor(shared: SharedHead, faultRate: () => number) {
    this.#shared = shared;
    this.#faultRate = faultRate;
    this.#memory = new Memory(() => shared.database.nowMs);
    this.#machine = shared.machine;
  }

  async load(commands: readonly Command[], fresh: boolean): Promise<Loaded & { remembered: boolean }> {
    const named = namedBy(commands);
    this.#accountIds = named.accountIds;
    if (fresh) this.#memory.forget();
    const known = this.#memory.recall(named);
    this.#remembered = known !== undefined;
    if (known) return { ...known, remembered: true };
    await this.#shared.scheduler.turn(this);
    this.#failSometimes();
    await this.#lock();
    await this.#shared.scheduler.turn(this);
    this.#requireConnection();
    return { ...this.#memory.learn(this.#shared.database.load(named)), remembered: false };
  }

  async commit(book: Book, block: Block): Promise<'committed' | 'unknown'> {
    const { scheduler, database } = this.#shared;
    try {
      if (this.#remembered) {
        await this.#lock();
        const stale = !database.isCurrent(book, this.#accountIds) || database.violates(book) !== undefined;
        if (stale) throw new StoreFailure('stale');
      }
      this.#flight = { book, block };
      await scheduler.turn(this);
      this.#requireConnection();
      this.#refuse(book);
      const outcome = await this.#carryOut();
      if (outcome === 'committed') this.#memory.advance(block);
      else this.#memory.forget();
      return outcome;
    } catch (error) {
      this.#memory.forget();
      this.#unlock();
      this.#flight = undefined;
      throw error;
    }
  }

  rollback(): Promise<void> {
    this.#memory.forget();
    this.#unlock();
    return Promise.resolve();
  }

  async hasBlock(block: Block): Promise<boolean> {
    await this.#shared.scheduler.turn(this);
    this.#failSometimes();
    await this.#lock();
    const { blocks } = this.#shared.database;
    const found = blocks.some(({ hash }) => hash.equals(block.hash));
    this.#unlock();
    return found;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The process is dead. What it had sent is carried out or not; then its lock is gone. */
  die(): void {
    if (this.#flight && this.#shared.holder === this && this.#shared.scheduler.chance(0.5)) {
      if (!hasPoison(this.#flight.book)) this.#apply();
    }
    this.#unlock();
  }

  #failSometimes(): void {
    const { scheduler } = this.#shared;
    if (!scheduler.chance(this.#faultRate())) return;
    throw scheduler.chance(0.7)
      ? new StoreFailure('lost')
      : new StoreFailure('refused', { sqlState: '53300' });
  }

  #refuse(book: Book): void {
    const { scheduler } = this.#shared;
    const kind = this.#remembered ? 'stale' : 'refused';
    if (hasPoison(book)) throw new StoreFailure(kind, { sqlState: '23514', constraint: 'not_poison' });
    if (scheduler.chance(this.#faultRate())) throw new StoreFailure(kind, { sqlState: '53100' });
  }

  async #carryOut(): Promise<'committed' | 'unknown'> {
    const { scheduler } = this.#shared;
    const fails = () => scheduler.chance(this.#faultRate());
    if (fails()) throw new StoreFailure('lost');
    if (fails()) return this.#leaveInDoubt();
    this.#apply();
    this.#unlock();
    await scheduler.turn(this);
    if (fails()) throw new StoreFailure('lost');
    return 'committed';
  }

  /** The commit did not wait for the standby: it stays, or the standby takes over at once and never had it. */
  #leaveInDoubt(): 'unknown' {
    if (this.#shared.scheduler.chance(0.5)) this.#apply();
    else this.#shared.machine += 1;
    this.#flight = undefined;
    this.#unlock();
    return 'unknown';
  }

  #apply(): void {
    if (this.#flight) this.#shared.database.apply(this.#flight.book, this.#flight.block);
    this.#flight = undefined;
  }

  async #lock(): Promise<void> {
    this.#requireConnection();
    while (this.#shared.holder && this.#shared.holder !== this) {
      await this.#shared.scheduler.turn(this);
      this.#requireConnection();
    }
    this.#shared.holder = this;
  }

  #requireConnection(): void {
    if (this.#machine === this.#shared.machine) return;
    this.#machine = this.#shared.machine;
    this.#memory.forget();
    throw new StoreFailure('lost');
  }

  #unlock(): void {
    if (this.#shared.holder === this) this.#shared.holder = undefined;
  }
}

const hasPoison = (book: Book): boolean =>
  [...book.rows.attached.values()].some((rows) => rows.some(({ row }) => row.what === poison));
