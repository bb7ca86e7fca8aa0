import { describe, expect, it } from 'vitest';
import { pauseAfter } from './pause.ts';

describe('the pause before the stream is asked for again', () => {
  it('grows to half a minute and no further', () => {
    let pause = pauseAfter(undefined, undefined, () => 0);
    const taken = [pause.ms];
    for (let count = 0; count < 7; count += 1) {
      pause = pauseAfter(pause, undefined, () => 0);
      taken.push(pause.ms);
    }
    expect(taken).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('is shorter by chance, but never shorter than the server asks for', () => {
    expect(pauseAfter(undefined, undefined, () => 1).ms).toBe(500);
    expect(pauseAfter(undefined, 15, () => 1)).toEqual({ ms: 15_000, longestMs: 1_000 });
  });
});
