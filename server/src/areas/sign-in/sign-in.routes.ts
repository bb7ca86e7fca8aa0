import { Refusal } from '@tonle/contract/refusal';
import { authenticate, logout, userInfo } from '@tonle/contract/sign-in';
import type { Session } from '../../http/call.ts';
import { on } from '../../http/on.ts';
import { type SignInDeps, signIn, signOut } from './sign-in.service.ts';

export const routes = (deps: { signIn: SignInDeps }) => [
  on(authenticate, async ({ body, request }) => ({
    status: { code: 0 as const },
    data: { id_token: await signIn(deps.signIn, body, request) },
  })),
  on(logout, async ({ request }) => {
    await signOut(deps.signIn, request);
    return { status: { code: 0 as const } };
  }),
  on(userInfo, async ({ params, session }) => {
    // Another's is not there, whether or not there is such a person.
    if (params.login !== session.login) throw new Refusal('NOT_FOUND');
    return userInfoOf(session);
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
