import { requestColumns } from '@tonle/contract/report-columns';
import { expect, test } from 'vitest';
import english from './verification.en.ts';
import khmer from './verification.km.ts';

/** Both contacts stand in one column of the screen; a reason in a dialog of its own. */
const texts = {
  fullName: 'column.full-name',
  organization: 'column.organization',
  account: 'column.account',
  address: 'column.address',
  registered: 'column.registered',
  requested: 'column.requested',
} as const;

test.each([
  ['en', english],
  ['km', khmer],
] as const)('exports call columns what the screens call them: %s', (language, catalogue) => {
  for (const [name, key] of Object.entries(texts)) {
    expect(requestColumns[name as keyof typeof texts][language], name).toBe(
      catalogue[key as keyof typeof catalogue],
    );
  }
});
