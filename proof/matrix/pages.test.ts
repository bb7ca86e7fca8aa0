import { pages } from '@tonle/contract/pages';
import { expect, it } from 'vitest';
import { admittedToPages, pagePeople } from './pages.ts';

it('each page and each route below one has a row, and every row its page; e2e/shell.matrix.e2e.ts opens them all', () => {
  const addresses = pages.flatMap((it) => [it.url, ...('details' in it ? it.details : [])]);
  expect(Object.keys(admittedToPages).sort()).toEqual([...new Set<string>(addresses)].sort());
});

it('rows name only who there is', () => {
  const named = Object.values(admittedToPages).flatMap((it) => it.split(' '));
  expect(named.filter((it) => !(pagePeople as readonly string[]).includes(it))).toEqual([]);
});
