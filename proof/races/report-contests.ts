import { randomUUID } from 'node:crypto';
import { failJob, finishJob, leaseJob, releaseJob } from '../../server/src/areas/reports/leases.store.ts';
import { jobsPath } from '../../server/src/areas/reports/test-reports.ts';
import { inTransaction } from '../../server/src/db/tx.ts';
import type { Act, Contest } from './contest.ts';
import { call, type Ring } from './ring.ts';

type Job = { id: string; token: string };

/** A report is cancelled while a server begins it, finishes it, fails at it or gives it back; another server takes it over. */
export async function reportContests(ring: Ring): Promise<Contest<Job>[]> {
  const { database, userIds } = ring.bank;
  const { db, pool } = database.owner;
  const manager = await ring.bank.as('manager');
  const stateOf = ({ id }: Job) => ring.value('SELECT state AS it FROM report_job WHERE id = $1', [id]);
  const server = (name: string, from: string, to: string, run: (it: Job) => Promise<boolean>): Act<Job> => ({
    name,
    from: [from],
    to,
    run: async (it) => ({ isDone: await run(it) }),
  });
  const cancel = call<Job>('cancelReport', {
    from: ['REQUESTED', 'QUERYING', 'GENERATING'],
    to: 'CANCELED',
    run: ({ id }) => manager.send({ method: 'PUT', path: `${jobsPath}/cancel/${id}` }),
  });
  const lease = async ({ id }: Job) =>
    (await leaseJob(db, { id, token: randomUUID(), seconds: 3_600 })) !== undefined;
  const begin = server('begin', 'REQUESTED', 'QUERYING', lease);
  const takeOver = server('take over', 'GENERATING', 'QUERYING', lease);
  const file = { path: 'race.csv', bytes: 1, rows: 1, daysKept: 7 };
  const finish = server('finish', 'GENERATING', 'SUCCESS', (it) => finishJob(db, { ...it, ...file }));
  const giveBack = server('give back', 'GENERATING', 'REQUESTED', (it) =>
    inTransaction(db, (tx) => releaseJob(tx, { ...it, isStop: true })),
  );
  const fail = server('fail', 'GENERATING', 'FAILED', async (it) => {
    await failJob(db, { ...it, failure: 'INTERNAL' });
    return (await stateOf(it)) === 'FAILED';
  });
  const pairs = [
    ['REQUESTED', cancel, begin],
    ['GENERATING', cancel, finish],
    ['GENERATING', cancel, fail],
    ['GENERATING', cancel, giveBack],
    ['GENERATING', finish, takeOver],
  ] as const;
  return pairs.map(([from, one, two]) => ({
    name: `report ${from}: ${one.name} against ${two.name}`,
    from,
    acts: [one, two],
    prepare: async () => {
      const token = randomUUID();
      const isWorkedOn = from === 'GENERATING';
      const until = two === takeOver ? '-1 hour' : '1 hour';
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO report_job (report_type, creator_id, language, params, shown_params, file_name, state, attempts,
           lease_token, leased_until)
         VALUES ('OUTGOING_TRANSACTIONS', $1, 'en', '{}', '{}', 'race.csv', $2, 1, $3, now() + $4::interval) RETURNING id`,
        [userIds.manager, from, ...(isWorkedOn ? [token, until] : [null, null])],
      );
      return { id: rows[0]?.id ?? '', token };
    },
    stateOf,
  }));
}
