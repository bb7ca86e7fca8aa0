import { pages } from '@tonle/contract/pages';
import { beforeAll, expect, test } from 'vitest';
import { pageOfPath, provideShown } from './permitted.ts';
import type { Session } from './session.ts';

const admin = { authorities: ['ROLE_ADMINISTRATOR'], permissions: new Set() } as unknown as Session;

beforeAll(() => {
  provideShown({ pages: new Set(pages.map((it) => it.name)), paths: new Set(), redirects: {} });
});

test('a detail that several lists have stands below the one that the page names', () => {
  const below = (list?: string) => pageOfPath(admin, '/customer_kyc_info/17', list)?.url;
  expect(below('/waiting_for_approval/web')).toBe('/waiting_for_approval/web');
  expect(below('/waiting_for_approval/desktop')).toBe('/waiting_for_approval/desktop');
  // Until it does, and where it names another page.
  expect(below()).toBe('/waiting_for_approval/mobile');
  expect(below('/users')).toBe('/waiting_for_approval/mobile');
});

test('a list is itself, whatever was named before', () => {
  expect(pageOfPath(admin, '/desktop-users', '/web-users')?.url).toBe('/desktop-users');
});
