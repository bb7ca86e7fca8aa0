import { type UserType, userTypeOf } from '@tonle/contract/pages';
import { useSyncExternalStore } from 'react';

/** Who is signed in, as `user-infos` and `self-info` told at sign-in. */
export type SessionUser = {
  login: string;
  firstName: string;
  lastName: string;
  /** Names of the custom roles. */
  roles: readonly string[];
  bankName: string;
  participantCode: string;
  /** The bank's main account. */
  accountId: string;
  /** SMS or EMAIL: which contact is a customer's primary one. */
  registrationType: string;
};

/** The claims of the token (decisions section 4). Its signature is the server's business. */
type Claims = { sub: string; auth: string; permissions: string[]; exp: number | undefined };

export type Session = {
  token: string;
  user: SessionUser;
  authorities: readonly string[];
  permissions: ReadonlySet<string>;
  userType: UserType;
  expiresAt: Date | undefined;
};

/** What the person may do. The token tells it as it was at sign-in; the server is asked for what became of it. */
export type Rights = { authorities: readonly string[]; permissions: readonly string[] };

const storageKey = 'tonle.session';

// These two readers are written by hand, since zod stays out of what the sign-in page loads.

type Fields = Record<string, unknown>;
const fieldsOf = (it: unknown): Fields | undefined =>
  typeof it === 'object' && it !== null && !Array.isArray(it) ? (it as Fields) : undefined;
const textOf = (it: unknown): string => (typeof it === 'string' ? it : '');
const textsOf = (it: unknown): string[] =>
  Array.isArray(it) ? it.filter((each): each is string => typeof each === 'string') : [];

function readUser(raw: unknown): SessionUser | undefined {
  const it = fieldsOf(raw);
  if (!it || typeof it.login !== 'string') return undefined;
  return {
    login: it.login,
    firstName: textOf(it.firstName),
    lastName: textOf(it.lastName),
    roles: textsOf(it.roles),
    bankName: textOf(it.bankName),
    participantCode: textOf(it.participantCode),
    accountId: textOf(it.accountId),
    registrationType: textOf(it.registrationType),
  };
}

/** Reads the token's claims; undefined for what is no JWT. */
export function readClaims(token: string): Claims | undefined {
  const [, payload] = token.split('.');
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (it) =>
      it.charCodeAt(0),
    );
    const it = fieldsOf(JSON.parse(new TextDecoder().decode(bytes)));
    if (!it || typeof it.sub !== 'string') return undefined;
    const exp = typeof it.exp === 'number' ? it.exp : undefined;
    return { sub: it.sub, auth: textOf(it.auth), permissions: textsOf(it.permissions), exp };
  } catch {
    return undefined;
  }
}

function fromStorage(): Session | undefined {
  const raw = localStorage.getItem(storageKey);
  if (!raw) return undefined;
  try {
    const stored = fieldsOf(JSON.parse(raw));
    const user = readUser(stored?.user);
    return user && typeof stored?.token === 'string'
      ? toSession(stored.token, user, readRights(stored.rights))
      : undefined;
  } catch {
    return undefined;
  }
}

function readRights(raw: unknown): Rights | undefined {
  const it = fieldsOf(raw);
  return it && { authorities: textsOf(it.authorities), permissions: textsOf(it.permissions) };
}

function toSession(token: string, user: SessionUser, rights?: Rights): Session | undefined {
  const claims = readClaims(token);
  if (!claims) return undefined;
  const expiresAt = claims.exp === undefined ? undefined : new Date(claims.exp * 1000);
  const authorities = rights?.authorities ?? claims.auth.split(',').filter((it) => it !== '');
  return {
    token,
    user,
    authorities,
    permissions: new Set(rights?.permissions ?? claims.permissions),
    userType: userTypeOf(authorities),
    expiresAt,
  };
}

let current: Session | undefined = fromStorage();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** The session now; undefined when nobody is signed in. */
export const getSession = (): Session | undefined => current;

/** Calls back when somebody signs in or out, in this tab or another. */
export function onSession(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Keeps a session for all tabs. Throws for a token that is no token. */
export function startSession(token: string, user: SessionUser): Session {
  const session = toSession(token, user);
  if (!session) throw new Error('The server gave a token that cannot be read');
  localStorage.setItem(storageKey, JSON.stringify({ token, user }));
  current = session;
  tell();
  return session;
}

/** Keeps what the server says that the session's person may do by now. Tells of it only where that is something else. */
export function setRights(token: string, rights: Rights): void {
  if (current?.token !== token) return;
  const next = toSession(token, current.user, rights);
  if (!next || sameRights(next, current)) return;
  localStorage.setItem(storageKey, JSON.stringify({ token, user: current.user, rights }));
  current = next;
  tell();
}

const sameRights = (one: Session, other: Session): boolean =>
  one.authorities.join() === other.authorities.join() &&
  one.permissions.size === other.permissions.size &&
  [...one.permissions].every((it) => other.permissions.has(it));

/** Forgets the session's data, and only that (decisions section 5): preferences and unresolved transfer keys stay. */
export function clearSession(): void {
  localStorage.removeItem(storageKey);
  if (!current) return;
  current = undefined;
  tell();
}

window.addEventListener('storage', (event) => {
  if (event.key !== storageKey && event.key !== null) return;
  const next = fromStorage();
  if (next?.token === current?.token && (!next || !current || sameRights(next, current))) return;
  // A tab that slept hears of one person's end and the next one's start at once.
  if (next && current && next.user.login !== current.user.login) {
    current = undefined;
    tell();
  }
  current = next;
  tell();
});

/** The session, or undefined on public pages. */
export const useSessionMaybe = (): Session | undefined => useSyncExternalStore(onSession, getSession);

/** The session of a page behind the guard. */
export function useSession(): Session {
  const last = useSessionMaybe();
  if (last) return last;
  throw new SessionGone();
}

/** Thrown while a page behind the guard is still mounted after the session ended; the router is on its way out. */
export class SessionGone extends Error {}

/** Whether the user holds a permission (decisions section 4: nothing is tied to a role's name). */
export const useMay = (permission: string): boolean =>
  useSessionMaybe()?.permissions.has(permission) ?? false;
