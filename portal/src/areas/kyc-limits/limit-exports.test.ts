import { kycLabels } from '@tonle/contract/customer-columns';
import { limitColumns } from '@tonle/contract/report-columns';
import { expect, test } from 'vitest';
import english from './kyc-limits.en.ts';
import khmer from './kyc-limits.km.ts';

test.each([
  ['en', english],
  ['km', khmer],
] as const)('exports call columns and states what the screens call them: %s', (language, texts) => {
  const catalogue: Record<string, string> = texts;
  for (const [name, labels] of Object.entries(limitColumns)) {
    expect(labels[language], name).toBe(catalogue[`column.${name}`]);
  }
  for (const [code, label] of Object.entries(kycLabels[language])) {
    expect(label, code).toBe(catalogue[`kyc.${code}`]);
  }
});
