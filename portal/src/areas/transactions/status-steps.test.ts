import { expect, test } from 'vitest';
import english from './transactions.en.ts';
import khmer from './transactions.km.ts';

test.each([
  ['en', english, /\b(is|are|has|have|yet|passes|follows)\b/],
  ['km', khmer, /មិនទាន់|កំពុង|បន្តទៀត/],
])(
  'a step that happened is told as past, so that it stays true when another follows: %s',
  (_, texts, present) => {
    const happened = Object.entries(texts).filter(([key]) => /^step\.(?!next-).*\.text$/.test(key));
    expect(happened.length).toBeGreaterThan(8);
    for (const [key, text] of happened) expect(text, key).not.toMatch(present);
    expect(texts['step.next-decided.text']).toMatch(present);
  },
);
