import { type TransferResult, transferByKey } from '@tonle/contract/main-account';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { getConfig } from '../../session/config.ts';
import { getSession, onSession } from '../../session/session.ts';

/**
 * Transfers that were confirmed and whose answer is not known yet, per user (decisions section 7). Each is written down
 * before it is sent and crossed out when its answer is known, so that neither a reload nor signing out loses it.
 */
const Unresolved = z.object({
  key: z.string(),
  name: z.string(),
  accountId: z.string(),
  amount: z.string(),
  currency: z.enum(['KHR', 'USD']),
  confirmedAt: z.number(),
});
export type Unresolved = z.infer<typeof Unresolved>;

const prefix = 'tonle.transfers';
const storageKeyOf = (login: string): string => `${prefix}.${login}`;
const none: readonly Unresolved[] = [];
const listeners = new Set<() => void>();
const cache = new Map<string, { raw: string; list: readonly Unresolved[] }>();

function read(login: string | undefined): readonly Unresolved[] {
  const raw = login === undefined ? null : localStorage.getItem(storageKeyOf(login));
  if (login === undefined || raw === null) return none;
  const cached = cache.get(login);
  if (cached?.raw === raw) return cached.list;
  const list = parse(raw);
  cache.set(login, { raw, list });
  return list;
}

function parse(raw: string): readonly Unresolved[] {
  try {
    const parsed = z.array(Unresolved).safeParse(JSON.parse(raw));
    return parsed.success ? parsed.data : none;
  } catch {
    return none;
  }
}

function write(login: string, list: readonly Unresolved[]): void {
  if (list.length === 0) localStorage.removeItem(storageKeyOf(login));
  else localStorage.setItem(storageKeyOf(login), JSON.stringify(list));
  for (const listener of listeners) listener();
}

export function noteUnresolved(login: string, it: Unresolved): void {
  write(login, [...read(login), it]);
}

export function crossOut(login: string, key: string): void {
  write(
    login,
    read(login).filter((it) => it.key !== key),
  );
}

function subscribe(changed: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key?.startsWith(prefix)) changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', elsewhere);
  const release = onSession(changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', elsewhere);
    release();
  };
}

export const isUnresolved = (login: string, key: string): boolean => read(login).some((it) => it.key === key);

/** The signed-in user's unresolved transfers, in this tab and the others. */
export const useUnresolved = (): readonly Unresolved[] =>
  useSyncExternalStore(subscribe, () => read(getSession()?.user.login));

/** A key that names one confirmation and no other. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((it) => it.toString(16).padStart(2, '0')).join('');
}

const queues = new Map<string, Promise<unknown>>();

/** Without locks (pages that are not served securely have none) a tab at least waits for itself. */
function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(run, run);
  queues.set(key, turn);
  return turn;
}

/**
 * Runs while it alone, of all tabs, holds the transfer of a key: the tab that waits for its answer, or the one that asks
 * what became of it. Without it a second tab could ask, be told ABSENT, and so close a key that is about to be used.
 */
export function holding<T>(key: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!navigator.locks) return inTurn(key, run);
  return navigator.locks.request(`${prefix}.${key}`, { signal }, run) as Promise<T>;
}

export type Resolution = { outcome: 'POSTED'; transfer: TransferResult } | { outcome: 'ABSENT' };

const waits = [500, 1000, 1500, 2000, 3000, 5000];

/** Asks what became of a key until that is known, waiting longer each time. Polls are no activity of a person. */
export async function resolve(key: string, signal: AbortSignal): Promise<Resolution> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await call(transferByKey, { params: { key } }, { background: true, signal }).catch(wait);
    if (answer?.outcome === 'POSTED' && answer.transfer)
      return { outcome: 'POSTED', transfer: answer.transfer };
    if (answer?.outcome === 'ABSENT') return { outcome: 'ABSENT' };
    await pause(waits[Math.min(attempt, waits.length - 1)] ?? 5000, signal);
  }
}

/** Whatever keeps the answer away, the question is asked again; only an abort or an ended session ends it. */
function wait(error: unknown): undefined {
  if (error instanceof ApiError && error.code !== 10) return undefined;
  throw error;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const timer = setTimeout(go, ms);
    // A connection that is back is a reason to ask at once.
    window.addEventListener('online', go, { once: true });
    signal.addEventListener('abort', stop, { once: true });
    function tidy() {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal.removeEventListener('abort', stop);
    }
    function go() {
      tidy();
      done();
    }
    function stop() {
      tidy();
      failed(signal.reason);
    }
  });
}

/** Whether the server can be asked about a key; others know no such call (decisions section 1). */
export const canResolve = (): boolean => getConfig().extensions;
