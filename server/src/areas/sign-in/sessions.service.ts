import { Refusal } from '@tonle/contract/refusal';
import { inTransaction } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { type Repeating, repeat } from '../../jobs/repeat.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { endSessionOf, endSessionsOf, forgetSessions, listSessions } from './sessions.store.ts';
import type { SignInDeps } from './sign-in.service.ts';

export async function ownSessionsOf({ db, rules }: SignInDeps, session: Session) {
  const rows = await listSessions(db, {
    userId: session.userId,
    currentId: session.id,
    idleSecondsMax: rules.idleSecondsMax,
  });
  return rows.map((it) => ({
    ...it,
    created: it.created.toISOString(),
    lastSeen: it.lastSeen.toISOString(),
    expires: it.expires.toISOString(),
  }));
}

/** Another's session is not there, whether or not there is such a one. */
export function endOne(
  { db }: SignInDeps,
  it: { session: Session; id: string; actor: Actor },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await endSessionOf(tx, it.session.userId, it.id))) throw new Refusal('NOT_FOUND');
    await audit(tx, {
      actor: it.actor,
      activity: 'SESSION_ENDED',
      description: 'Ended a session of their own',
      subject: it.session.login,
    });
  });
}

export function endOthers(
  { db }: SignInDeps,
  { session, actor }: { session: Session; actor: Actor },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await endSessionsOf(tx, session.userId, session.id);
    await audit(tx, {
      actor,
      activity: 'SESSION_ENDED',
      description: `Ended their other sessions (${ended})`,
      subject: session.login,
    });
    return ended;
  });
}

const CLEAN_UP_MS = 10 * 60_000;
const BATCH = 1_000;

/** Forgets sessions that are long over, so that the table stays as small as the bank. */
export function forgetOldSessions(
  { db }: SignInDeps,
  log: { warn(fields: object, text: string): void },
  everyMs: number = CLEAN_UP_MS,
): Repeating {
  const forget = async () => {
    while ((await forgetSessions(db, BATCH)) === BATCH);
  };
  return repeat(everyMs, forget, (error) => log.warn({ err: error }, 'old sessions were not forgotten'));
}
