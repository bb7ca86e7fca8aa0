import type { Ledger } from '@tonle/ledger';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../db/pool.ts';
import type { Actor } from '../http/call.ts';
import type { DemoCustomer } from './demo-customers.ts';

/** What the parts of the demo bank are made with, and what earlier parts have left for later ones. */
export interface Stage {
  readonly config: Pick<Config, 'dataDir' | 'keyWrapSecret'>;
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  /** Takes past times, in their order, as long as nobody else writes. */
  readonly ledger: Ledger;
  readonly now: Date;
  /** The Phnom Penh day of now: everything is dated from it. */
  readonly today: string;
  /** Stop before the keyholders have registered: no key, no traffic. */
  readonly beforeCeremony: boolean;
  readonly size: DemoSize;
  readonly customers: readonly DemoCustomer[];
  readonly progress: (line: string) => void;
  /** The console users by login, once they are there. */
  readonly users: Map<string, Actor & { userId: bigint }>;
}

export interface DemoSize {
  readonly customers: number;
  /** Payments of an ordinary day. */
  readonly perDay: number;
}

/** One area's share of the demo bank. A later area adds a file and a line in `seed-demo.ts`. */
export type DemoPart = (stage: Stage) => Promise<void>;
