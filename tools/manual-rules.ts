import { pages } from '@tonle/contract/pages';
import { chaptersOf, manualLanguages } from '../portal/tools/manual-chapters.ts';
import type { Source } from './house-sources.ts';
import { keyboardJourneys } from './keyboard-journeys.ts';

/** Screens without the shell's help link. */
const WITHOUT_HELP = new Set(['404', '500', 'gallery']);

/** The first part of each screen's address in routes.tsx: what its help link is told from. */
export function screensIn(routes: string): string[] {
  const addresses = [...routes.matchAll(/\b(page|detail|path): '([^']+)'/g)].map(([, kind, value = '']) =>
    kind === 'page' ? pages.find(({ name }) => name === value)?.url : value,
  );
  return [...new Set(addresses.map((it) => it?.split('/')[1] ?? ''))].filter((it) => !WITHOUT_HELP.has(it));
}

/** Every screen has its place in the manual, in both languages, and the manual helps with no screen that is gone. */
export function manualViolations(sources: readonly Source[]): string[] {
  const routes = sources.find(({ path }) => path === 'portal/src/routes.tsx');
  if (!routes) return [];
  const screens = screensIn(routes.text);
  return manualLanguages.flatMap((language) => {
    const helped = chaptersOf(language).flatMap(({ file, help }) =>
      [...help.keys()].map((screen) => ({ screen, file })),
    );
    const missing = screens
      .filter((it) => !helped.some(({ screen }) => screen === it))
      .map((it) => `docs/manual/${language}: no chapter or heading says <!-- help: ${it} -->`);
    const wrong = helped.flatMap(({ screen, file }, index) => {
      const where = `docs/manual/${language}/${file}`;
      if (!screens.includes(screen)) return [`${where}: helps with ${screen}, which is no screen`];
      const isFirst = helped.findIndex((it) => it.screen === screen) === index;
      return isFirst ? [] : [`${where}: helps with ${screen}, as another place does`];
    });
    return [...missing, ...wrong];
  });
}

/** Sections that tell something and ask for nothing to be done. */
const WITHOUT_TASK = new Set(['Know who may decide', 'Asked in the app', 'See what may be done when']);

/**
 * Each task of the manual is done by keyboard alone in a browser test that says so above it: `// By keyboard: Sign out`.
 */
export function keyboardViolations(sources: readonly Source[]): string[] {
  const journeys = keyboardJourneys(sources);
  if (journeys.length === 0) return [];
  const named = journeys.flatMap(({ path, tasks }) => tasks.map((task) => ({ path, task })));
  const tasks = chaptersOf('en').flatMap(({ file, sections }) =>
    sections
      .filter(({ level, title }) => level === 2 && !WITHOUT_TASK.has(title))
      .map(({ title }) => ({ file, title })),
  );
  return [
    ...tasks
      .filter(({ title }) => !named.some(({ task }) => task === title))
      .map(({ file, title }) => `docs/manual/en/${file}: no test in e2e says // By keyboard: ${title}`),
    ...named
      .filter(({ task }) => !tasks.some(({ title }) => title === task))
      .map(({ path, task }) => `${path}: does by keyboard what the manual does not name, ${task}`),
    ...journeys.flatMap(({ path, tasks: [first], otherActs }) =>
      otherActs.map((act) => `${path}: does not by keyboard alone what it says, ${first}: ${act}`),
    ),
  ];
}
