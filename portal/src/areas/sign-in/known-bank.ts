const storageKey = 'tonle.bank';
export type KnownBank = { bankName: string; participantCode: string };

/** The bank somebody signed in to from this browser before; the server names it only to those signed in. */
export function knownBank(): KnownBank | undefined {
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
