import { expect, it } from 'vitest';
import { readSources, type Source } from '../../tools/house-sources.ts';
import { knownFaults } from './known-faults.ts';

const isTest = ({ path }: Source): boolean =>
  /\.(test|e2e)\.tsx?$/.test(path) && !path.startsWith('proof/known-faults/');

/** What runs under its title: a test, a step of one, all of a group; '' is the second call of `it.each(rows)(title)`. */
const running = new Set(['it', 'test', 'step', 'describe', '']);

const sources = readSources().filter(isTest);
/** Every title of a test or of one of its steps, with the file it stands in. */
const titles = sources.flatMap(({ path, calls }) =>
  calls.flatMap(({ name, argument }) =>
    running.has(name) && argument !== undefined ? [{ path, title: argument }] : [],
  ),
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
  const tests = knownFaults.flatMap(({ name }) => naming(name)).length;
  console.log(`Known faults: ${knownFaults.length}, named by ${tests} tests and steps`);
  expect(unnamed).toEqual(notYet);
});

it('no test is left out: what is skipped would name a fault and hold nothing', () => {
  const leftOut = new Set(['skip', 'skipIf', 'runIf', 'todo', 'only', 'fails', 'fixme', 'fail']);
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:it|test|describe|step)\.(\w+)\(/g)]
      .filter(([, how = '']) => leftOut.has(how))
      .map(([whole]) => `${path}: ${whole}`),
  );
  expect(found).toEqual([]);
});

it('each is listed once, and all of them', () => {
  expect(new Set(knownFaults.map(({ name }) => name)).size).toBe(knownFaults.length);
  expect(knownFaults.length).toBe(49);
});
