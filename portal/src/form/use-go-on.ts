import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTo } from '../paths.ts';

/** Leads on once an answer has come. Whoever has gone to another page meanwhile is left there. */
export function useGoOn(): (address: string, how?: { replace: boolean }) => Promise<void> {
  const navigate = useNavigate();
  const [page] = useState(() => window.location.pathname);
  return async (address, how) => {
    if (window.location.pathname === page) await navigate({ ...linkTo(address), ...how });
  };
}
