import {
  type ContactChangeMove,
  type ContactChangeStatus,
  contactChangeMoves,
} from '@tonle/contract/contact-change-states';
import { accountsPath, personToBe } from '../../server/src/areas/channel/test-customers.ts';
import { makeContactChanger } from '../../server/src/areas/contact-changes/applying.ts';
import {
  freshContact,
  giveCode,
  outboxOf,
  put,
  requestIn,
} from '../../server/src/areas/contact-changes/test-requests.ts';
import { deletion } from './account-contests.ts';
import { type Act, type Contest, onlyWayOn, pairsOf } from './contest.ts';
import { call, outcomeOf, type Ring } from './ring.ts';

type ChangeSubject = { id: string; code: string };
const changeRoles = {
  verify: 'admin',
  cancel: 'admin',
  authorize: 'authorizer',
  reject: 'authorizer',
} as const;
type RacedChange = keyof typeof changeRoles;

/** The moves that have no contest, and why. */
export const notRaced = {
  resend: 'leaves the state as it is',
  apply: onlyWayOn,
  giveUp: onlyWayOn,
} satisfies Partial<Record<ContactChangeMove, string>>;

export function contactChangeContests(ring: Ring): Contest<ChangeSubject>[] {
  const { bank } = ring;
  const act = (move: RacedChange): Act<ChangeSubject> => ({
    name: move,
    calls: [`${move}ContactChange`],
    ...contactChangeMoves[move],
    run: async ({ id, code }) => {
      const caller = await bank.as(changeRoles[move]);
      const more = { verify: { code }, reject: { reason: 'Not theirs' } } as Partial<
        Record<RacedChange, object>
      >;
      return outcomeOf(await put(caller, move, { requestId: id, ...more[move] }));
    },
  });
  return pairsOf(contactChangeMoves, Object.keys(changeRoles) as RacedChange[]).map(
    ({ from, pair: [one, two] }) => ({
      name: `contact change ${from}: ${one} against ${two}`,
      from,
      acts: [act(one), act(two)],
      prepare: async (lane) => {
        const id = await requestIn(bank, from as ContactChangeStatus, { accountId: ring.blocked(lane) });
        return { id, code: await giveCode(bank, id) };
      },
      stateOf: ({ id }) => ring.value('SELECT status AS it FROM contact_change WHERE id = $1', [id]),
    }),
  );
}

type Applied = { contact: string; accountId: string; id: string };

/** An approved change is carried out while an account is opened with its contact, and while its own account is deleted. */
export async function applyingContests(ring: Ring): Promise<Contest<Applied>[]> {
  const { bank } = ring;
  const { db } = bank.database.owner;
  const app = await bank.asApp();
  const changer = makeContactChanger({ db, outbox: outboxOf(bank), log: { warn: () => undefined } });
  changer.start();
  const statusOf = (id: string) => ring.value('SELECT status AS it FROM contact_change WHERE id = $1', [id]);
  const apply: Act<Applied> = {
    name: 'apply',
    from: [''],
    to: 'CHANGED',
    run: async ({ id }) => {
      changer.wake();
      while ((await statusOf(id)) === 'AUTHORIZED');
      return { isDone: (await statusOf(id)) === 'CLOSED' };
    },
  };
  const open: Act<Applied> = call('channelOpenAccount', {
    from: [''],
    to: 'OPENED',
    told: { CONTACT_IN_USE: 'CHANGED' },
    run: ({ contact }) => app.post(accountsPath, personToBe({ primaryContact: contact })),
  });
  const gone = await deletion(ring, ['CHANGED'], { CONTACT_CHANGE_PENDING: '' });
  const deleted: Act<Applied> = { ...gone, run: ({ accountId }) => gone.run(accountId) };
  return [open, deleted].map((other) => ({
    name: `contact change AUTHORIZED: apply against ${other.name}`,
    from: '',
    acts: [apply, other],
    prepare: async () => {
      const [accountId, contact] = [await ring.freshPerson(), freshContact()];
      return { accountId, contact, id: await requestIn(bank, 'AUTHORIZED', { accountId, contact }) };
    },
    stateOf: ({ accountId, contact }) =>
      ring.value(
        `SELECT concat_ws(' ',
           (SELECT string_agg(CASE account_id WHEN $1 THEN 'CHANGED' ELSE 'OPENED' END, ' ') FROM customer
              WHERE primary_contact = $2 AND NOT (account_id = $1 AND s.status = 'DELETED')),
           CASE WHEN s.status = 'DELETED' THEN 'DELETED' END) AS it FROM account_state s WHERE s.account_id = $1`,
        [accountId, contact],
      ),
  }));
}
