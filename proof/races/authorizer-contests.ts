import { deletion } from './account-contests.ts';
import type { Act, Contest } from './contest.ts';
import { call, must, type Ring } from './ring.ts';

/** Whether one company signs for another, while the bank's own server carries out what was asked for. */
type Pair = { creatorAccountId: string; authorizerAccountId: string };
const base = '/authservice/api/v1/user';

export async function authorizerContests(ring: Ring): Promise<Contest<Pair>[]> {
  const admin = await ring.bank.as('admin');
  const addTo = (pair: Pair) => admin.post(`${base}/add-authorizer`, pair);
  const settled = async ({ creatorAccountId }: Pair): Promise<void> => {
    const waits = 'SELECT count(*) AS it FROM authorizer_change WHERE account_id = $1 AND status = $2';
    while ((await ring.value(waits, [creatorAccountId, 'PENDING'])) !== '0');
  };
  const told = { ACCOUNT_DELETED: 'DELETED' };
  // Whoever asks while the other waits to be carried out is told of that one: it stands as it stood.
  const add: Act<Pair> = call('addAuthorizer', {
    from: ['OUT'],
    to: 'IN',
    told: { ...told, AUTHORIZER_ALREADY: 'IN', AUTHORIZER_CHANGE_OPEN: 'IN' },
    run: addTo,
  });
  const remove: Act<Pair> = call('removeAuthorizer', {
    from: ['IN'],
    to: 'OUT',
    told: { ...told, AUTHORIZER_NOT_THERE: 'OUT', AUTHORIZER_CHANGE_OPEN: 'OUT' },
    run: (pair) => admin.send({ method: 'PUT', path: `${base}/remove-authorizer`, body: pair }),
  });
  const gone = await deletion(ring, ['OUT', 'IN'], { AUTHORIZER_CHANGE_PENDING: 'OUT' });
  const deleted: Act<Pair> = { ...gone, run: (it) => gone.run(it.authorizerAccountId) };
  const pairs = [
    ['OUT', add, remove],
    ['IN', remove, add],
    ['OUT', add, deleted],
  ] as const;
  return pairs.map(([from, one, two]) => ({
    name: `authorizer ${from}: ${one.name} against ${two.name}`,
    from,
    acts: [one, two],
    prepare: async () => {
      const pair = {
        creatorAccountId: await ring.freshCompany(),
        authorizerAccountId: await ring.freshCompany(),
      };
      if (from === 'IN') {
        await must(addTo(pair));
        await settled(pair);
      }
      return pair;
    },
    stateOf: async (pair) => {
      await settled(pair);
      return ring.value(
        `SELECT CASE WHEN s.status = 'DELETED' THEN 'DELETED' WHEN EXISTS (SELECT FROM authorizer a
           WHERE a.account_id = $1 AND a.authorizer_account_id = s.account_id) THEN 'IN' ELSE 'OUT' END AS it
         FROM account_state s WHERE s.account_id = $2`,
        [pair.creatorAccountId, pair.authorizerAccountId],
      );
    },
  }));
}
