import { type BlockerFn, type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { getSession } from '../session/session.ts';

type Target = Parameters<BlockerFn>[0];

const isWithin = ({ currentLocation, nextLocation }: Target): boolean =>
  currentLocation.pathname === nextLocation.pathname;

function goTo({ action, nextLocation: { href, state } }: Target, history: RouterHistory): void {
  if (action === 'PUSH') history.push(href, state);
  else if (action === 'REPLACE') history.replace(href, state);
  else history.go(state.__TSR_index - history.location.state.__TSR_index);
}

let heldBack = 0;
/** Whether somebody wants to go to another page and waits: then nothing else leads them on. */
export const isAnyoneHeldBack = (): boolean => heldBack > 0;

type Blocking = {
  /** Whoever leaves the page loses something. */
  leaving: boolean;
  /** Nobody moves at all, not within the page either. */
  moving?: boolean;
};

/**
 * Holds back whoever goes, and by the browser's own question those who close the tab. The address is the page's again at
 * once: the router's own blocker leaves it where Back has led, and a second Back then breaks the history.
 */
export function useLeaveBlocker({ leaving, moving = false }: Blocking) {
  const { history } = useRouter();
  const [target, setTarget] = useState<Target>();
  const isHeldBack = target !== undefined;
  const isLetGo = useRef(false);
  const isBlocking = leaving || moving;
  useEffect(() => {
    if (!isBlocking) return undefined;
    return history.block({
      blockerFn: (wanted: Target) => {
        // A session that ended takes its page along: there is nobody to ask any more.
        if (isLetGo.current || getSession() === undefined || (isWithin(wanted) && !moving && !isHeldBack)) {
          isLetGo.current = false;
          return false;
        }
        // Where they first wanted to, however they move within the page meanwhile.
        setTarget((before) => (before && isWithin(wanted) ? before : wanted));
        return true;
      },
      enableBeforeUnload: true,
    });
  }, [history, isBlocking, moving, isHeldBack]);
  const isLeaving = target !== undefined && !isWithin(target);
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
      if (!target || !isLeaving) return;
      isLetGo.current = isBlocking;
      goTo(target, history);
    },
  };
}
