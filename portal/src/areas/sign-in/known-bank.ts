import { z } from 'zod';
import type { SessionUser } from '../../session/session.ts';

const storageKey = 'tonle.bank';
const KnownBank = z.object({ bankName: z.string(), participantCode: z.string() });
export type KnownBank = z.infer<typeof KnownBank>;

/** The bank somebody signed in to from this browser before; the server names it only to those signed in. */
export function knownBank(): KnownBank | undefined {
  try {
    const read = KnownBank.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return read.success && read.data.bankName !== '' ? read.data : undefined;
  } catch {
    return undefined;
  }
}

export function rememberBank({ bankName, participantCode }: SessionUser): void {
  localStorage.setItem(storageKey, JSON.stringify({ bankName, participantCode }));
}
