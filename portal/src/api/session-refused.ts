import { getSession } from '../session/session.ts';
import type { ApiError } from './api-error.ts';

type Handler = () => void;
let onEnded: Handler = () => {};

/** Says what happens when the server no longer knows the session. The router sets it, once. */
export function whenSessionEnds(handler: Handler): void {
  onEnded = handler;
}

let onForbidden: Handler = () => {};

/** Says what happens when the server refuses what the portal thought permitted. The router sets it, once. */
export function whenForbidden(handler: Handler): void {
  onForbidden = handler;
}

/**
 * Ends the session where the server says that it is none: code 10, or a bare 401 from a server that knows no
 * codes (decisions section 3; wrong credentials are another matter). A late answer to an older token is let go.
 */
export function sessionRefused(error: ApiError, token: string | undefined): void {
  const ended = error.code === 10 || (error.httpStatus === 401 && error.refusalName === undefined);
  if (ended && token !== undefined && token === getSession()?.token) onEnded();
  if (error.refusalName === 'FORBIDDEN') onForbidden();
}
