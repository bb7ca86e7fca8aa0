import type { Heard } from './idle-watch.ts';

/** What the server last said of the session's remaining time, for all tabs. */
export const sessionLeftKey = 'tonle.session-left';

/** Names a token without keeping it a second time. */
const nameOf = (token: string): string => token.slice(-16);

let heardHere = false;

/** Whether the server has said anything since this page was loaded. */
export const hasHeardHere = (): boolean => heardHere;

/** Notes `x-session-seconds` of an answer (decisions section 5). */
export function hearSessionLeft(header: string | null, token: string | undefined): void {
  const left = Number(header);
  if (header === null || token === undefined || !Number.isInteger(left)) return;
  heardHere = true;
  const heard: Heard & { of: string } = { of: nameOf(token), left, at: Date.now() };
  localStorage.setItem(sessionLeftKey, JSON.stringify(heard));
}

/** What was said of this token's session; undefined where nothing was. */
export function heardOf(token: string | undefined): Heard | undefined {
  try {
    const { of, left, at } = JSON.parse(localStorage.getItem(sessionLeftKey) ?? '{}') as Record<
      string,
      unknown
    >;
    const isOurs = token !== undefined && of === nameOf(token);
    return isOurs && typeof left === 'number' && typeof at === 'number' ? { left, at } : undefined;
  } catch {
    return undefined;
  }
}
