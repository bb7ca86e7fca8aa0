export type Pause = { ms: number; longestMs: number };

const firstMs = 1_000;
const lastMs = 30_000;

/**
 * The pause before the next try: twice as long each time, up to half a minute, less up to half by chance, so that all
 * browsers of a bank do not come back in the same moment. What the server asks for is kept.
 */
export function pauseAfter(
  before: Pause | undefined,
  retryAfterSeconds: number | undefined,
  random: () => number = Math.random,
): Pause {
  const longestMs = before === undefined ? firstMs : Math.min(before.longestMs * 2, lastMs);
  const ms = longestMs * (1 - random() / 2);
  return { ms: Math.max(ms, (retryAfterSeconds ?? 0) * 1000), longestMs };
}
