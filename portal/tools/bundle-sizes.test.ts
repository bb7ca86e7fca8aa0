import { expect, test } from 'vitest';
import { overBudget, textsByPage } from './bundle-sizes.ts';

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
      page('transactions/outgoing-transactions-page.tsx', 220, 80),
      page('main-account/main-account-page.tsx', 230, 60),
    ]),
  ).toEqual([]);
});

test('each budget is named when it is broken', () => {
  const faults = overBudget([
    page('sign-in/login-page.tsx', 130.1, 20, 25.1),
    page('transactions/history-page.tsx', 220.1, 80),
    page('main-account/main-account-page.tsx', 200, 60.1),
  ]);
  expect(faults).toHaveLength(4);
});

test('the texts that routes.tsx loads beside a page are counted with it', () => {
  const routes = `
import { customersTexts } from './areas/customers/customers-texts.ts';
import { reportsTexts } from './areas/reports/reports-texts.ts';
const kycInfoPage = async (name: string): Promise<Loaded> => {
  const pages = await import('./areas/customers/kyc-info-page.tsx');
  return { default: pages[name] };
};
export const screens = [
  {
    page: 'mobile-users',
    load: () => import('./areas/customers/mobile-users-page.tsx'),
    texts: [customersTexts, reportsTexts],
  },
  {
    detail: '/kyc_info/{id}',
    load: () => kycInfoPage('KycInfo'),
    texts: [
      customersTexts,
    ],
  },
  { path: '/404', public: true, load: () => import('./shell/lost-page.tsx') },
];`;
  expect(textsByPage(routes)).toEqual(
    new Map([
      [
        'src/areas/customers/mobile-users-page.tsx',
        new Set(['src/areas/customers/customers', 'src/areas/reports/reports']),
      ],
      ['src/areas/customers/kyc-info-page.tsx', new Set(['src/areas/customers/customers'])],
      ['src/shell/lost-page.tsx', new Set()],
    ]),
  );
});
