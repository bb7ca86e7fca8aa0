import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import { type Repeating, repeat } from '../../jobs/repeat.ts';
import { systemActor } from '../audit-log/audit-log.public.ts';
import { recordChange, whyNot } from './authorizers.service.ts';
import { nextPending, setSigner, settleChange } from './authorizers.store.ts';

const EVERY_MS = 5_000;
const bankItself = systemActor('Tonle');

/**
 * Carries out what was asked for: by this server at once, by any other within seconds where this one dies. A change of a
 * blocked account waits until it is unblocked, as a change of its contact does (decision 072).
 */
export class AuthorizerChanger {
  readonly #db: Db;
  readonly #log: Pick<Log, 'warn'>;
  #repeating: Repeating | undefined;

  constructor({ db, log }: { db: Db; log: Pick<Log, 'warn'> }) {
    this.#db = db;
    this.#log = log;
  }

  start(): void {
    this.#repeating ??= repeat(
      EVERY_MS,
      async () => {
        while (await inTransaction(this.#db, applyNext)) {
          // One after the other, each its own transaction.
        }
      },
      (error) => this.#log.warn({ err: error }, 'who signs for an account could not be changed'),
    );
  }

  wake(): void {
    this.#repeating?.wake();
  }

  async close(): Promise<void> {
    await this.#repeating?.close();
  }
}

/** False where nothing was to be done. */
async function applyNext(tx: Tx): Promise<boolean> {
  const row = await nextPending(tx);
  if (row === undefined) return false;
  const pair = { accountId: row.account_id, authorizerAccountId: row.authorizer_account_id };
  const failure = await whyNot(tx, pair, row.direction).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  if (failure !== undefined) {
    await settleChange(tx, row.id, failure.message.slice(0, 255));
    await recordChange(tx, bankItself, row, 'AUTHORIZER_CHANGE_FAILED', failure.message);
    return true;
  }
  await setSigner(tx, pair, row.direction);
  await settleChange(tx, row.id, undefined);
  const activity = row.direction === 'ADD_SIGNATORY' ? 'AUTHORIZER_ADDED' : 'AUTHORIZER_REMOVED';
  await recordChange(tx, bankItself, row, activity);
  return true;
}
