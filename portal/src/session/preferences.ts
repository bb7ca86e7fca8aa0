import { useCallback, useSyncExternalStore } from 'react';
import { getSession } from './session.ts';

/**
 * A person's own settings (columns, row height, page size, menu), per user. Kept in this browser behind this one
 * module, so that they can move to the server without anybody noticing.
 */
const prefix = 'tonle.preference';
type Check = (it: unknown) => boolean;
const listeners = new Set<() => void>();
const keyOf = (name: string) => `${prefix}.${getSession()?.user.login ?? ''}.${name}`;

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  const elsewhere = (event: StorageEvent) => {
    if (event.key?.startsWith(prefix)) changed();
  };
  window.addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', elsewhere);
  };
}

function parse(raw: string | null): unknown {
  if (raw === null) return undefined;
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** Values by what was read, so that the same text gives the same value to React. */
const cache = new Map<string, { raw: string | null; value: unknown }>();

function read(name: string, check: Check | undefined): unknown {
  const key = keyOf(name);
  const raw = localStorage.getItem(key);
  const cached = cache.get(key);
  if (cached && cached.raw === raw) return cached.value;
  const parsed = parse(raw);
  const value = check === undefined || check(parsed) ? parsed : undefined;
  cache.set(key, { raw, value });
  return value;
}

function write(name: string, value: unknown): void {
  if (value === undefined) localStorage.removeItem(keyOf(name));
  else localStorage.setItem(keyOf(name), JSON.stringify(value));
  for (const listener of listeners) listener();
}

/** A preference and its setter. A value of another type than the fallback's, or one that `check` refuses, does not count. */
export function usePreference<T>(
  name: string,
  fallback: T,
  check?: (it: unknown) => it is T,
): [T, (value: T | undefined) => void] {
  const stored = useSyncExternalStore(subscribe, () => read(name, check));
  const fits = stored !== undefined && (check !== undefined || typeof stored === typeof fallback);
  const set = useCallback((value: T | undefined) => write(name, value), [name]);
  return [fits ? (stored as T) : fallback, set];
}
