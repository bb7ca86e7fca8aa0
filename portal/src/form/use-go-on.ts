import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { linkTo } from '../paths.ts';
import { isAnyoneHeldBack } from './leave-blocker.ts';

export type GoOn = (address: string, how?: { replace: boolean }) => Promise<void>;

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
    const isLeaving = isAnyoneHeldBack() || location.pathname !== resolvedLocation?.pathname;
    // What was answered is guarded no longer, whatever is drawn yet.
    if (isHere.current && !isLeaving)
      await router.navigate({ ...linkTo(address), ...how, ignoreBlocker: true });
  };
}
