import { useCallback, useSyncExternalStore } from 'react';
import { getSession } from './session.ts';

/**
 * A person's own settings (columns, row height, page size, menu), per user. They live on the server (decisions section 5;
 * api/kept-preferences.ts); the copy in this browser is what pages show, at once and without the server.
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
  const text = value === undefined ? null : JSON.stringify(value);
  store(keyOf(name), text);
  for (const listener of chosenListeners) listener(name, text);
}

function store(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  for (const listener of listeners) listener();
}

/** What was chosen here, as JSON text; null where it was taken back. */
type Chosen = (name: string, text: string | null) => void;
const chosenListeners = new Set<Chosen>();

/** Calls back whenever a person chooses something in this tab. */
export function onPreferenceChosen(chosen: Chosen): () => void {
  chosenListeners.add(chosen);
  return () => chosenListeners.delete(chosen);
}

/**
 * Takes over what the server keeps, as JSON texts, but for what `isNewer` names: that was chosen here and is not yet told.
 * Gives back what this browser alone has.
 */
export function takePreferences(
  kept: Readonly<Record<string, string>>,
  isNewer: (name: string) => boolean,
): [name: string, text: string][] {
  for (const [name, text] of Object.entries(kept)) {
    if (!isNewer(name) && localStorage.getItem(keyOf(name)) !== text) store(keyOf(name), text);
  }
  const mine = keyOf('');
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(mine))
    .map((key) => [key.slice(mine.length), localStorage.getItem(key) ?? ''] as [string, string])
    .filter(([name]) => kept[name] === undefined && !isNewer(name));
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
