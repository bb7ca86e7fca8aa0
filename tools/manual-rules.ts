import { chaptersOf, manualLanguages } from '../portal/tools/manual-chapters.ts';
import { addressesIn, helpFor, helpsWith, rolesWithoutHelp } from '../portal/tools/manual-screens.ts';
import type { Source } from './house-sources.ts';
import { keyboardJourneys } from './keyboard-journeys.ts';

/**
 * Every screen has its place in the manual, in both languages, which is for all who may open it; and the manual helps
 * with no screen that is gone.
 */
export function manualViolations(sources: readonly Source[]): string[] {
  const routes = sources.find(({ path }) => path === 'portal/src/routes.tsx');
  if (!routes) return [];
  const screens = addressesIn(routes.text);
  return manualLanguages.flatMap((language) => {
    const chapters = chaptersOf(language);
    const claims = chapters.flatMap(({ file, help }) => [...help.keys()].map((claim) => ({ claim, file })));
    const missing = screens
      .filter((it) => helpFor(chapters, it) === undefined)
      .map((it) => `docs/manual/${language}: no chapter or heading helps with ${it}`);
    const strange = screens.flatMap((screen) =>
      rolesWithoutHelp(chapters, screen).map(
        (role) => `docs/manual/${language}: what helps with ${screen} is not for its ${role}`,
      ),
    );
    const wrong = claims.flatMap(({ claim, file }, index) => {
      const where = `docs/manual/${language}/${file}`;
      if (!screens.some((it) => helpsWith(claim, it)))
        return [`${where}: helps with ${claim}, which is no screen`];
      const isFirst = claims.findIndex((it) => it.claim === claim) === index;
      return isFirst ? [] : [`${where}: helps with ${claim}, as another place does`];
    });
    return [...missing, ...strange, ...wrong];
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
