import { expect, test } from 'vitest';
import { overBudget } from './bundle-sizes.ts';

const page = (name: string, jsKb: number, ownJsKb: number, cssKb = 10) => ({
  page: `src/areas/${name}`,
  jsKb,
  ownJsKb,
  cssKb,
});

test('pages within their budgets are not mentioned', () => {
  expect(
    overBudget([
      page('sign-in/login-page.tsx', 130, 20, 25),
      page('transactions/outgoing-transactions-page.tsx', 240, 80),
      page('main-account/main-account-page.tsx', 230, 60),
    ]),
  ).toEqual([]);
});

test('each budget is named when it is broken', () => {
  const faults = overBudget([
    page('sign-in/login-page.tsx', 130.1, 20, 25.1),
    page('transactions/history-page.tsx', 240.1, 80),
    page('main-account/main-account-page.tsx', 200, 60.1),
  ]);
  expect(faults).toHaveLength(4);
});
