import { type WaitingKind, waitingCountMax, waitingKinds, waitingPages } from '@tonle/contract/events';
import type { PageName } from '@tonle/contract/pages';
import { useMemo } from 'react';
import { formatCount } from '../i18n/time.ts';
import { permittedPages } from '../session/permitted.ts';
import { useSession } from '../session/session.ts';
import { useWaits } from './live.ts';

export type Waiting = { kind: WaitingKind; page: PageName; count: number; overdue: number };

/** What waits on pages that this user may open, none left out: a count of 0 is known to be none. */
export function useWaiting(): Waiting[] {
  const session = useSession();
  const { counts, overdue } = useWaits();
  return useMemo(() => {
    const permitted = new Set(permittedPages(session).map((it) => it.name));
    return waitingKinds.flatMap((kind) => {
      const count = counts[kind];
      const page = waitingPages[kind];
      return count === undefined || !permitted.has(page)
        ? []
        : [{ kind, page, count, overdue: overdue[kind] ?? 0 }];
    });
  }, [session, counts, overdue]);
}

export const sumOf = (waiting: readonly Waiting[]): number => waiting.reduce((sum, it) => sum + it.count, 0);
export const overdueOf = (waiting: readonly Waiting[]): number =>
  waiting.reduce((sum, it) => sum + it.overdue, 0);

/** A count as a badge shows it: beyond what is counted, a plus. */
export const badgeText = (count: number): string =>
  count >= waitingCountMax ? `${formatCount(waitingCountMax - 1)}+` : formatCount(count);
