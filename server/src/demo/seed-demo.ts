import { dayOf } from '@tonle/contract/phnom-penh-day';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../db/pool.ts';
import { openLedger, openLedgerPool } from '../ledger.ts';
import { addAuthorizers } from './authorizers-part.ts';
import { addBank } from './bank-part.ts';
import { addContactChanges } from './contact-changes-part.ts';
import { addPeople } from './customers-part.ts';
import { makeCustomers } from './demo-customers.ts';
import type { DemoPart, DemoSize, Stage } from './demo-part.ts';
import { addDirectAccounts } from './domain-accounts-part.ts';
import { addLimits } from './kyc-limits-part.ts';
import { addRecoveries } from './recoveries-part.ts';
import { addTraffic } from './traffic-part.ts';
import { addUsers } from './users-part.ts';
import { addVerifications } from './verification-part.ts';

/** The demo bank of decisions section 2. */
export const fullSize: DemoSize = { customers: 400, perDay: 185 };
/** The same bank in a second: for tests that need a bank, not a crowd. */
export const smallSize: DemoSize = { customers: 40, perDay: 6 };

/** In this order: each part may rely on those before it. */
const parts: readonly DemoPart[] = [
  addUsers,
  addBank,
  addPeople,
  addTraffic,
  addLimits,
  addVerifications,
  addContactChanges,
  addRecoveries,
  addAuthorizers,
  addDirectAccounts,
];

export interface SeedDemoOptions {
  readonly config: Pick<Config, 'dataDir' | 'keyWrapSecret'>;
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  readonly progress: (line: string) => void;
  readonly now: Date;
  /** True starts the bank before its keyholders have registered. */
  readonly ceremony?: boolean;
  readonly size?: DemoSize;
}

/** Fills an empty database with the demo bank; whoever calls it starts again from nothing where it was cut short. */
export async function seedDemo(options: SeedDemoOptions): Promise<void> {
  const { config, database, progress, now, ceremony = false, size = fullSize } = options;
  const ledgerPool = openLedgerPool(database);
  const ledger = openLedger(ledgerPool, { seeding: true });
  const today = dayOf(now);
  const stage: Stage = {
    config,
    database,
    ledger,
    now,
    today,
    beforeCeremony: ceremony,
    size,
    customers: makeCustomers(size.customers, today),
    progress,
    users: new Map(),
  };
  try {
    for (const part of parts) await part(stage);
  } finally {
    await ledger.close();
    await ledgerPool.end();
  }
}
