import type { z } from 'zod';
import { getSession } from './session.ts';

/**
 * Forms as they were left: per user, in this tab, for 30 minutes, dropped on logout (decisions section 5). Never for
 * forms that hold secrets.
 */
const prefix = 'tonle.draft';
const livesMs = 30 * 60 * 1000;
const keyOf = (name: string): string => `${prefix}.${getSession()?.user.login ?? ''}.${name}`;

/** The draft of a form; undefined where there is none, it is too old, or it is not what the schema says. */
export function readDraft<S extends z.ZodType>(name: string, schema: S): z.output<S> | undefined {
  const raw = sessionStorage.getItem(keyOf(name));
  if (raw === null) return undefined;
  try {
    const { at, draft } = JSON.parse(raw) as { at: unknown; draft: unknown };
    if (typeof at !== 'number' || at < Date.now() - livesMs) return undefined;
    const read = schema.safeParse(draft);
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), draft }));
  } catch {
    // No room: an older draft would bring back what has been changed since.
    dropDraft(name);
  }
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name));
}

/** Forgets the drafts of everybody in this tab. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`${prefix}.`)) sessionStorage.removeItem(key);
  }
}
