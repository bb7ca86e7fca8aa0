import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { getSession } from '../session/session.ts';

type Target = {
  /** On the same page, as its next step is. */
  isWithin: boolean;
  go: () => void;
};

let heldBack = 0;
/** Whether somebody wants to go to another page and waits: then nothing else leads them on. */
export const isAnyoneHeldBack = (): boolean => heldBack > 0;

type Blocking = {
  /** Whoever leaves the page loses something. */
  leaving: boolean;
  /** Nobody moves at all, not within the page either. */
  moving?: boolean;
};

/** No answer: the router neither follows where the browser went, nor undoes it in its own way. */
const undone = () => new Promise<boolean>(() => {});

/**
 * Holds back whoever goes, and by the browser's own question those who close the tab. The address stays the page's: the
 * router's own blocker leaves it where Back has led, and a second Back then breaks the history (docs/decisions/148).
 */
export function useLeaveBlocker({ leaving, moving = false }: Blocking) {
  const router = useRouter();
  const [target, setTarget] = useState<Target>();
  const isHeldBack = target !== undefined;
  const isLetGo = useRef(false);
  const isBlocking = leaving || moving;
  useEffect(() => {
    if (!isBlocking) return undefined;
    const { history } = router;
    const holds = (pathname: string, go: () => void): boolean => {
      // The page that is shown, which the address has left already where the next one is still on its way.
      const isWithin = pathname === (router.state.resolvedLocation ?? history.location).pathname;
      // A session that ended takes its page along: there is nobody to ask any more.
      if (isLetGo.current || getSession() === undefined || (isWithin && !moving && !isHeldBack)) return false;
      // Where they first wanted to, however they move within the page meanwhile.
      setTarget((before) => (before && isWithin ? before : { isWithin, go }));
      return true;
    };
    const unblock = history.block({
      blockerFn: ({ action, currentLocation, nextLocation }: Parameters<BlockerFn>[0]) => {
        const { pathname, href, state } = nextLocation;
        const isStep = action === 'PUSH' || action === 'REPLACE';
        const steps = isStep ? 0 : state.__TSR_index - currentLocation.state.__TSR_index;
        if (!isStep && steps === 0) return undone();
        const isHeld = holds(pathname, () => {
          if (action === 'PUSH') history.push(href, state);
          else if (action === 'REPLACE') history.replace(href, state);
          else history.go(steps);
        });
        isLetGo.current = false;
        if (!isHeld || isStep) return isHeld;
        // The browser went without asking: it lets a page hold back one Back after each key or click. How far that is from
        // the page is counted each time, as a Back may come while another is on its way to be undone.
        window.history.go(-steps);
        return undone();
      },
      enableBeforeUnload: true,
    });
    // Back and Forward, before they have gone anywhere.
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      const { url, index } = event.destination;
      const from = window.navigation.currentEntry?.index;
      // Where the browser has left the page it is on its way back. What the router did not make is a first entry to it.
      const at: number = window.history.state?.__TSR_index ?? 0;
      if (from === undefined || at !== history.location.state.__TSR_index) return;
      if (holds(new URL(url).pathname, () => history.go(index - from))) event.preventDefault();
    };
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      unblock();
      window.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [router, isBlocking, moving, isHeldBack]);
  const isLeaving = target !== undefined && !target.isWithin;
  useEffect(() => {
    if (!isLeaving) return undefined;
    heldBack += 1;
    return () => {
      heldBack -= 1;
    };
  }, [isLeaving]);
  return {
    isHeldBack,
    stay: () => setTarget(undefined),
    /** Where they wanted to; within the page that has gone with the answer: it was a step of what was sent. */
    go: () => {
      setTarget(undefined);
      if (!isLeaving) return;
      isLetGo.current = isBlocking;
      target.go();
    },
  };
}
