const storageKey = 'tonle.bank';
export type KnownBank = { bankName: string; participantCode: string };

/** The demo's bank is the same everywhere (decisions section 2). */
const demoBank: KnownBank = { bankName: 'Chaktomuk Bank', participantCode: 'CHKTKHPPXXX' };

/** The bank somebody signed in to from this browser before; the server names it only to those signed in. */
export function knownBank(demo: boolean): KnownBank | undefined {
  if (demo) return demoBank;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    const { bankName, participantCode } = (stored ?? {}) as Record<string, unknown>;
    return typeof bankName === 'string' && bankName !== '' && typeof participantCode === 'string'
      ? { bankName, participantCode }
      : undefined;
  } catch {
    return undefined;
  }
}

export function rememberBank({ bankName, participantCode }: KnownBank): void {
  localStorage.setItem(storageKey, JSON.stringify({ bankName, participantCode }));
}
