import { useEffect, useSyncExternalStore } from 'react';

/**
 * The list that a detail page stands below, where its address does not tell: a customer's may stand below those of three
 * channels. The page says it by its breadcrumbs.
 */
let listAbove: string | undefined;
const listeners = new Set<() => void>();

function tell(url: string | undefined): void {
  listAbove = url;
  for (const listener of listeners) listener();
}

/** Says it as long as the page is there. */
export function useTellListAbove(url: string | undefined): void {
  useEffect(() => {
    tell(url);
    return () => tell(undefined);
  }, [url]);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export const useListAbove = (): string | undefined => useSyncExternalStore(subscribe, () => listAbove);
