import { outbox } from '@tonle/contract/outbox';
import { keepPreference, preferences } from '@tonle/contract/preferences';
import { Refusal } from '@tonle/contract/refusal';
import {
  authenticate,
  changePassword,
  endOtherSessions,
  endOwnSession,
  logout,
  ownSessions,
  passwordLengthMax,
  passwordRules,
  resetPassword,
  userInfo,
} from '@tonle/contract/sign-in';
import type { Mode } from '../../config.ts';
import { inTransaction } from '../../db/tx.ts';
import type { Session } from '../../http/call.ts';
import { on } from '../../http/on.ts';
import * as passwords from './passwords.service.ts';
import * as kept from './preferences.store.ts';
import { endOne, endOthers, ownSessionsOf } from './sessions.service.ts';
import { type SignInDeps, signIn, signOut } from './sign-in.service.ts';

const OK = { code: 0 as const };
/** To the letter (1-portal.md section 8). */
const RESET_ANSWER = 'The new password was send to your email';
const SHOWN_MESSAGES = 50;

export const routes = (deps: { signIn: SignInDeps; mode: Mode }) => [
  on(authenticate, async ({ body, request }) => ({
    status: OK,
    data: { id_token: await signIn(deps.signIn, body, request) },
  })),
  on(logout, async ({ request }) => {
    await signOut(deps.signIn, request);
    return { status: OK };
  }),
  on(userInfo, async ({ params, session }) => {
    // Another's is not there, whether or not there is such a person.
    if (params.login !== session.login) throw new Refusal('NOT_FOUND');
    return userInfoOf(session);
  }),
  on(changePassword, async ({ body, session, actor }) => {
    await passwords.changePassword(deps.signIn, { session, typed: body, actor });
    return { status: OK };
  }),
  on(resetPassword, async ({ body, request }) => {
    await passwords.resetPassword(deps.signIn, body.login, request);
    return { status: { ...OK, message: RESET_ANSWER } };
  }),
  on(passwordRules, async () => {
    const { rules } = deps.signIn;
    return {
      lengthMin: rules.passwordLengthMin,
      lengthMax: passwordLengthMax,
      history: rules.passwordHistory,
      minAgeHours: rules.passwordMinAgeHours,
      maxAgeDays: rules.passwordDays,
      failuresMax: rules.failuresMax,
      lockMinutes: rules.lockMinutes,
    };
  }),
  on(ownSessions, async ({ session }) => {
    const rows = await ownSessionsOf(deps.signIn, session);
    return { rows, total: rows.length };
  }),
  on(endOwnSession, async ({ params, session, actor }) => {
    await endOne(deps.signIn, { session, id: params.id, actor });
    return { status: OK };
  }),
  on(endOtherSessions, async ({ session, actor }) => ({
    status: OK,
    data: { ended: await endOthers(deps.signIn, { session, actor }) },
  })),
  on(preferences, ({ session }) =>
    inTransaction(
      deps.signIn.db,
      async (tx) => ({ preferences: await kept.preferencesOf(tx, session.userId) }),
      { readOnly: true },
    ),
  ),
  on(keepPreference, async ({ body: { name, value }, session }) => {
    await inTransaction(deps.signIn.db, (tx) =>
      value === null
        ? kept.forgetPreference(tx, session.userId, name)
        : kept.keepPreference(tx, session.userId, name, value),
    );
    return { status: OK };
  }),
  on(outbox, async () => {
    if (deps.mode !== 'demo' && deps.mode !== 'dev') throw new Refusal('NOT_FOUND');
    const rows = await deps.signIn.outbox.shown(SHOWN_MESSAGES);
    return {
      rows: rows.map((it) => ({
        id: String(it.id),
        channel: it.channel,
        recipient: it.recipient,
        subject: it.subject,
        text: it.text,
        created: it.created.toISOString(),
      })),
      total: rows.length,
    };
  }),
];

const userInfoOf = (session: Session) => ({
  userAccountDTO: {
    login: session.login,
    firstName: session.firstName,
    lastName: session.lastName,
    email: session.email,
    authorities: [...session.authorities],
    roles: session.roles.map(({ id, name }) => ({ id, name })),
    permissions: [...session.permissions],
  },
});
