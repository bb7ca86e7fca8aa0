import { limitColumns } from '@tonle/contract/limit-columns';
import { requestColumns, requestStatusLabels } from '@tonle/contract/request-columns';
import { expect, test } from 'vitest';
import limitsEnglish from '../kyc-limits/kyc-limits.en.ts';
import limitsKhmer from '../kyc-limits/kyc-limits.km.ts';
import english from './verification.en.ts';
import khmer from './verification.km.ts';

test('exports of requests call columns and states as the screens do', () => {
  for (const [language, texts] of [
    ['en', english],
    ['km', khmer],
  ] as const) {
    const word = (it: keyof typeof requestColumns) => requestColumns[it][language];
    expect(word('fullName')).toBe(texts['column.full-name']);
    expect(word('organization')).toBe(texts['column.organization']);
    expect(word('account')).toBe(texts['column.account']);
    expect(word('address')).toBe(texts['column.address']);
    expect(word('registered')).toBe(texts['column.registered']);
    expect(word('requested')).toBe(texts['column.requested']);
    expect(word('reason')).toBe(texts['reason.show']);
    for (const status of ['PENDING', 'APPROVED', 'REJECTED'] as const)
      expect(requestStatusLabels[language][status]).toBe(texts[`state.${status}`]);
  }
});

test('exports of limits call columns as the screens do', () => {
  for (const [language, texts] of [
    ['en', limitsEnglish],
    ['km', limitsKhmer],
  ] as const) {
    for (const name of ['name', 'khr', 'usd', 'kyc', 'description'] as const)
      expect(limitColumns[name][language]).toBe(texts[`column.${name}`]);
  }
});
