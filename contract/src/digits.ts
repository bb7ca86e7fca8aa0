/** Khmer digits stand for Latin ones: only those are kept (decisions section 11). */
export const latinDigits = (typed: string): string =>
  typed.replace(/[\u17e0-\u17e9]/g, (it) => String(it.charCodeAt(0) - 0x17e0));
