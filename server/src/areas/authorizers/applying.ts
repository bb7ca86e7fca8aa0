import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import { englishOf } from '../../http/refusals.ts';
import { OneByOne } from '../../jobs/repeat.ts';
import { bankItself } from '../audit-log/audit-log.public.ts';
import { recordChange, whyNot } from './authorizers.service.ts';
import { nextPending, setSigner, settleChange } from './authorizers.store.ts';

/** Carries out what was asked for. A change of a blocked account waits until it is unblocked (decisions 072 and 077). */
export const makeAuthorizerChanger = ({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): OneByOne =>
  new OneByOne({
    next: () => inTransaction(db, applyNext),
    onFailure: (error) => log.warn({ err: error }, 'who signs for an account could not be changed'),
  });

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
    const reason = englishOf(failure);
    await settleChange(tx, row.id, reason);
    await recordChange(tx, bankItself, row, 'AUTHORIZER_CHANGE_FAILED', reason);
    return true;
  }
  await setSigner(tx, pair, row.direction);
  await settleChange(tx, row.id, undefined);
  const activity = row.direction === 'ADD_SIGNATORY' ? 'AUTHORIZER_ADDED' : 'AUTHORIZER_REMOVED';
  await recordChange(tx, bankItself, row, activity);
  return true;
}
