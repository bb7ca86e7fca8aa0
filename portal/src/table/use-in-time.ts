import { useDeferredValue } from 'react';

/**
 * What is to be drawn, once the answer to a click or a key has been painted; where nothing stood before, at once. A table's
 * rows take so long on a slow computer that "Next" would seem not to have been heard.
 */
export function useInTime<T>(value: T | undefined): T | undefined {
  const drawn = useDeferredValue(value);
  return value === undefined ? undefined : (drawn ?? value);
}
