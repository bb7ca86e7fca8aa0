import { useSyncExternalStore } from 'react';

/** Where a list is cards. On paper it is the table, however narrow the window is. */
const narrow = window.matchMedia('screen and (max-width: 767px)');

function subscribe(changed: () => void): () => void {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
