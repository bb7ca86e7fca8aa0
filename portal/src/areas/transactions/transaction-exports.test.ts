import {
  businessStatusLabels,
  transactionColumns,
  transactionStatusLabels,
  transactionTypeLabels,
} from '@tonle/contract/report-columns';
import { expect, test } from 'vitest';
import english from './transactions.en.ts';
import khmer from './transactions.km.ts';

const keysUnder = (prefix: string): string[] =>
  Object.keys(english)
    .filter((it) => it.startsWith(`${prefix}.`))
    .map((it) => it.slice(prefix.length + 1))
    .sort();

test.each([
  ['en', english],
  ['km', khmer],
] as const)('exports call columns and states what the screens call them: %s', (language, texts) => {
  const catalogue: Record<string, string> = texts;
  for (const [name, labels] of Object.entries(transactionColumns)) {
    expect(labels[language], name).toBe(catalogue[`column.${name}`]);
  }
  for (const [prefix, labels] of [
    ['status', transactionStatusLabels[language]],
    ['business', businessStatusLabels[language]],
    ['type', transactionTypeLabels[language]],
  ] as const) {
    expect(Object.keys(labels).sort()).toEqual(keysUnder(prefix));
    for (const [code, label] of Object.entries(labels)) {
      expect(label, code).toBe(catalogue[`${prefix}.${code}`]);
    }
  }
});
