import type { LiveEvent, WaitingCounts } from '@tonle/contract/events';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { getConfig } from '../session/config.ts';

/** What open pages are told, whichever tab reads the stream. Small: the reading itself loads after the page. */

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** How much waits of each kind, and how much of that has waited longer than it should. */
type Waits = { counts: WaitingCounts; overdue: WaitingCounts };
const nothing: Waits = { counts: {}, overdue: {} };
let waits: Waits = nothing;
const watchers = new Set<() => void>();

/** Passes an event on to whoever is on the screen. */
export function tellHere(event: LiveEvent): void {
  if (event.type === 'waiting') keepWaits(event);
  for (const listener of listeners) listener(event);
}

function keepWaits({ counts, overdue }: Waits): void {
  waits = { counts, overdue };
  for (const watcher of watchers) watcher();
}

/** Calls back for each event while the component is there. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const call: Listener = (event) => latest.current(event);
    listeners.add(call);
    return () => {
      listeners.delete(call);
    };
  }, []);
}

/** How much waits, of what this user may know of; nothing while it is not known. */
export const useWaits = (): Waits =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => waits,
  );

/** Reads the stream for a session until it ends; a server of the specifications alone has none. */
export function useEventStream(token: string): void {
  useEffect(() => {
    if (!getConfig().extensions) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    // The page comes first. Where this cannot be loaded, it goes without.
    const load = () =>
      import('./event-stream.ts')
        .then(({ readEvents }) => {
          if (!isOver) stop = readEvents(token, tellHere);
        })
        .catch(() => undefined);
    const timer = window.setTimeout(() => void load(), 0);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop?.();
      keepWaits(nothing);
    };
  }, [token]);
}
