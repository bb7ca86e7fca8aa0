import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';

/** Messages that any page may raise: toasts, and the one error dialog. Shown by `MessageHost`. */
export type Toast = {
  id: number;
  kind: 'success' | 'progress' | 'ready' | 'error';
  title: ReactNode;
  text?: ReactNode;
  reference?: string;
  action?: { label: ReactNode; run: () => void };
};
export type ShownError = { error: unknown; title?: string; detail?: string; at: Date };

type State = { toasts: readonly Toast[]; error: ShownError | undefined };

let state: State = { toasts: [], error: undefined };
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const useMessages = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

type ToastContent = Omit<Toast, 'id' | 'kind'>;

function add(kind: Toast['kind'], content: ToastContent): number {
  lastId += 1;
  const toast = { ...content, id: lastId, kind };
  change({ toasts: [...state.toasts, toast].slice(-4) });
  return lastId;
}

/** Success and progress fade; errors stay until they are closed (ui.md, rule 23). */
export const toast = {
  success: (title: ReactNode, content: Omit<ToastContent, 'title'> = {}): number =>
    add('success', { ...content, title }),
  progress: (title: ReactNode, content: Omit<ToastContent, 'title'> = {}): number =>
    add('progress', { ...content, title }),
  /** Something can be fetched now, as a report. Stays, since it carries an action. */
  ready: (title: ReactNode, content: Omit<ToastContent, 'title'> = {}): number =>
    add('ready', { ...content, title }),
  error: (title: ReactNode, content: Omit<ToastContent, 'title'> = {}): number =>
    add('error', { ...content, title }),
  close: (id: number): void => change({ toasts: state.toasts.filter((it) => it.id !== id) }),
};

/**
 * Opens the common error dialog (1-portal.md section 8). An ended session shows none: the sign-in page says it.
 * `title` and `detail` override the error's own.
 */
export function showError(error: unknown, texts: { title?: string; detail?: string } = {}): void {
  if (error instanceof ApiError && error.code === 10) return;
  change({ error: { error, ...texts, at: new Date() } });
}

export const closeError = (): void => change({ error: undefined });
