import { expect, it } from 'vitest';
import { readSources, type Source } from '../../tools/house-sources.ts';
import { knownFaults } from './known-faults.ts';

const isTest = ({ path }: Source): boolean =>
  /\.(test|e2e)\.tsx?$/.test(path) && !path.startsWith('proof/known-faults/');

/** Every title of a test or of one of its steps, with the file it stands in. */
const titles = readSources()
  .filter(isTest)
  .flatMap(({ path, calls }) =>
    calls.flatMap(({ argument }) => (argument?.includes('(') ? [{ path, title: argument }] : [])),
  );

/** Those that name the source as the title's own word: "(keycloak 181)" does not name keycloak 1813. */
const naming = (name: string) => {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = new RegExp(`[(,] ?${escaped}[),]`);
  return titles.filter(({ title }) => word.test(title));
};

/** Those whose subject is not built yet; the test fails as soon as one of them is named. */
const notYet: readonly string[] = [];

it('each known fault has a test that names it', () => {
  const unnamed = knownFaults.map(({ name }) => name).filter((name) => naming(name).length === 0);
  expect(unnamed).toEqual(notYet);
});

it('each is listed once, and all of them', () => {
  expect(new Set(knownFaults.map(({ name }) => name)).size).toBe(knownFaults.length);
  expect(knownFaults.length).toBe(49);
});
