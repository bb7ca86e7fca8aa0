import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { linkTo } from '../paths.ts';

export type GoOn = (address: string, how?: { replace: boolean }) => Promise<void>;

/** Leads on once an answer has come. Whoever has left what asked for it meanwhile stays where they are. */
export function useGoOn(): GoOn {
  const navigate = useNavigate();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (address, how) => {
    if (isHere.current) await navigate({ ...linkTo(address), ...how });
  };
}
