import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { linkTo } from '../paths.ts';

export type GoOn = (address: string, how?: { replace: boolean }) => Promise<void>;

let asked = 0;

/** Says that somebody wants to go elsewhere and waits at a guard (`UnsavedGuard`): the guard lets them go there. */
export function useIsAsked(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    asked += 1;
    return () => {
      asked -= 1;
    };
  }, [isAsked]);
}

/**
 * Leads on once an answer has come. Whoever has left what asked for it, or is about to leave it, stays or goes where they
 * want.
 */
export function useGoOn(): GoOn {
  const router = useRouter();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (address, how) => {
    const { location, resolvedLocation } = router.state;
    const isLeaving = asked > 0 || location.pathname !== resolvedLocation?.pathname;
    // What was answered is guarded no longer, whatever is drawn yet.
    if (isHere.current && !isLeaving)
      await router.navigate({ ...linkTo(address), ...how, ignoreBlocker: true });
  };
}
