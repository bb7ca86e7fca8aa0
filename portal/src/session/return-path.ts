const storageKey = 'tonle.return';

/**
 * Remembers, for this tab, the page a session ended on, so that the same person comes back to it; or, without a
 * login, the page that somebody not signed in asked for.
 */
export function rememberReturn(path: string, login: string | undefined): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ path, login }));
}

/** Whether a session ended in this tab, for the sign-in page to say so. */
export function hasEndedSession(): boolean {
  return /"login":"/.test(sessionStorage.getItem(storageKey) ?? '');
}

/** The page to come back to, if it was this person's; forgotten once asked for. */
export function takeReturn(login: string): string | undefined {
  const raw = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  if (!raw) return undefined;
  try {
    const { path, login: whose }: { path?: unknown; login?: unknown } = JSON.parse(raw) ?? {};
    const ours = typeof path === 'string' && path.startsWith('/') && !path.startsWith('//');
    return ours && (whose === undefined || whose === login) ? path : undefined;
  } catch {
    return undefined;
  }
}
