import { dayOf } from '@tonle/contract/phnom-penh-day';
import { type Db, inTransaction } from '../../db/tx.ts';
import { type Repeating, repeat } from '../../jobs/repeat.ts';
import { type HeadSigner, listHeads, writeHead } from './audit-heads.ts';
import { findHead, sealNext } from './audit-seal.store.ts';

const BATCH = 2_000;

export interface SealerOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly bankKey: HeadSigner;
  readonly clock: () => Date;
  readonly log: { warn(fields: object, text: string): void };
  /** Every second (architecture, The ledger); tests are less patient. */
  readonly everyMs?: number;
}

/** Chains audit entries, and signs the head once a day into a file outside the database. */
export function startSealer(options: SealerOptions): Repeating {
  const { db, log, everyMs = 1_000 } = options;
  let signedDay: string | undefined;
  const work = async () => {
    // As long as there is more than one batch: the demo's past is many.
    while ((await inTransaction(db, (tx) => sealNext(tx, BATCH))) === BATCH);
    signedDay = (await signDay(options, signedDay)) ?? signedDay;
  };
  return repeat(everyMs, work, (error) => log.warn({ err: error }, 'the audit log was not sealed'));
}

/** The day whose head is in its file now; undefined where there is none yet, or no key to sign with. */
async function signDay(
  { db, dataDir, bankKey, clock }: SealerOptions,
  signedDay: string | undefined,
): Promise<string | undefined> {
  const day = dayOf(clock());
  if (day === signedDay) return day;
  if ((await listHeads(dataDir)).includes(`${day}.json`)) return day;
  if (!bankKey.isInstalled()) return undefined;
  const head = await findHead(db);
  if (head === undefined) return undefined;
  await writeHead(dataDir, day, head, bankKey);
  return day;
}
