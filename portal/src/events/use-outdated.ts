import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import { useLive } from './live.ts';

/**
 * What colleagues decide on requests changes customers: whoever hears of them and opens one again, however soon,
 * reads it anew. Nothing that is on the screen moves for it.
 */
export function useOutdatedCustomers(): void {
  const queries = useQueryClient();
  useLive((event) => {
    if (event.type === 'requests' || event.type === 'reload')
      void queries.invalidateQueries({ queryKey: ['customers' satisfies Area], refetchType: 'none' });
  });
}
