import type { RecoveryStatus } from '@tonle/contract/key-recovery-states';
import { freeTextCountMax } from '@tonle/contract/paging';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../db/tx.ts';
import type { RecoveryRequest } from './requests.store.ts';

export type ListAsked = {
  status: RecoveryStatus | undefined;
  /** Part of an account id, a name or a hash. */
  search: string | undefined;
  sort: { field: 'date' | 'updateTime' | 'accountId'; direction: 'asc' | 'desc' };
  offset: number;
  limit: number;
};

const columns = { date: 'created', updateTime: 'updated', accountId: 'account_id' } as const;

/** Whatever is typed is looked for as it stands: never a pattern. */
const matches =
  ({ status, search }: Pick<ListAsked, 'status' | 'search'>) =>
  (of: ExpressionBuilder<Database, 'key_recovery_request'>) =>
    of.and([
      ...(status === undefined ? [] : [of('status', '=', status)]),
      ...(search === undefined
        ? []
        : [
            of.or([
              sql<boolean>`strpos(account_id, ${search.toLowerCase()}) > 0`,
              sql<boolean>`strpos(lower(name), lower(${search}::text)) > 0`,
              sql<boolean>`starts_with(trx_hash, ${search.toLowerCase()})`,
            ]),
          ]),
    ]);

export async function listRequests(
  tx: Tx,
  asked: ListAsked,
): Promise<{ rows: (RecoveryRequest & { was_approved: boolean })[]; total: number; totalMore: boolean }> {
  const { sort, offset, limit } = asked;
  const rows = await tx
    .selectFrom('key_recovery_request')
    .selectAll()
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('key_recovery_step')
            .select('key_recovery_step.id')
            .whereRef('key_recovery_step.request_id', '=', 'key_recovery_request.id')
            .where('key_recovery_step.status', '=', 'APPROVED'),
        )
        .$castTo<boolean>()
        .as('was_approved'),
    )
    .where(matches(asked))
    .orderBy(columns[sort.field], sort.direction)
    .orderBy('id', sort.direction)
    .offset(offset)
    .limit(limit)
    .execute();
  const found = tx.selectFrom('key_recovery_request').select('id').where(matches(asked));
  // A free text is counted up to a bound; everything else to the end.
  const bounded = asked.search === undefined ? found : found.limit(freeTextCountMax + 1);
  const { count } = await tx
    .selectFrom(bounded.as('found'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  const totalMore = asked.search !== undefined && count > freeTextCountMax;
  return { rows, total: totalMore ? freeTextCountMax : count, totalMore };
}
