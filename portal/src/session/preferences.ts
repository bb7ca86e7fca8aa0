import { useCallback, useSyncExternalStore } from 'react';
import { getSession } from './session.ts';

/**
 * A person's own settings (columns, row height, page size, menu), per user. They live on the server (decisions section 5);
 * this browser keeps a copy, so that a page stands as it was left from its first paint on, and without extensions the
 * copy is all there is. `keep-preferences.ts` carries them between the two.
 */
const prefix = 'tonle.preference';
type Check = (it: unknown) => boolean;
/** Told of what was chosen here, or taken back. */
type Keeper = (name: string) => void;
const listeners = new Set<() => void>();
let keeper: Keeper | undefined;
const tell = () => {
  for (const listener of listeners) listener();
};
const ownPrefix = () => `${prefix}.${getSession()?.user.login ?? ''}.`;
const keyOf = (name: string) => `${ownPrefix()}${name}`;

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
  const text = value === undefined ? undefined : JSON.stringify(value);
  if (text === undefined) localStorage.removeItem(keyOf(name));
  else localStorage.setItem(keyOf(name), text);
  keeper?.(name);
  tell();
}

/** A preference as it is written; undefined where there is none. */
export const storedPreference = (name: string): string | undefined =>
  localStorage.getItem(keyOf(name)) ?? undefined;

/** This user's choices that the server has not been told of: a reload or a lost network does not undo them. */
export function unsentPreferences() {
  const key = `tonle.unsent.${getSession()?.user.login ?? ''}`;
  const names = (): ReadonlySet<string> => {
    const list = parse(localStorage.getItem(key));
    return new Set(Array.isArray(list) ? list.filter((it) => typeof it === 'string') : []);
  };
  const put = (next: Set<string>) => localStorage.setItem(key, JSON.stringify([...next]));
  return {
    names,
    add: (name: string) => put(new Set([...names(), name])),
    remove: (name: string) => put(new Set([...names()].filter((it) => it !== name))),
  };
}

/** Hands every choice made here to whoever carries it to the server, until the result is called. */
export function onPreference(kept: Keeper): () => void {
  keeper = kept;
  return () => {
    if (keeper === kept) keeper = undefined;
  };
}

/** Puts what the server has in the place of this browser's copy; names chosen here meanwhile are left alone. */
export function takePreferences(all: Readonly<Record<string, string>>, except: ReadonlySet<string>): void {
  const own = ownPrefix();
  const here = Object.keys(localStorage).filter((it) => it.startsWith(own));
  for (const name of here.map((it) => it.slice(own.length))) {
    if (!except.has(name) && !Object.hasOwn(all, name)) localStorage.removeItem(keyOf(name));
  }
  for (const [name, text] of Object.entries(all)) {
    if (!except.has(name)) localStorage.setItem(keyOf(name), text);
  }
  tell();
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
