import { expect, test } from 'vitest';
import { readChapter } from '../portal/tools/manual-chapters.ts';
import { addressesIn, rolesWithoutHelp } from '../portal/tools/manual-screens.ts';
import { parseSource, readSources } from './house-sources.ts';
import { keyboardViolations, manualViolations } from './manual-rules.ts';

const sources = readSources();

test('the screens are those of the routes, each once', () => {
  const routes =
    "[{ page: 'users' }, { detail: '/users/{id}' }, { path: '/settings/profile' }, { path: '/404' }]";
  expect(addressesIn(routes)).toEqual(['/users', '/users/{id}', '/settings/profile']);
});

test('a screen without help is found, and help for a screen that is gone', () => {
  const routes = sources.find(({ path }) => path === 'portal/src/routes.tsx')?.text ?? '';
  const judge = (text: string) => manualViolations([parseSource('portal/src/routes.tsx', text)]);
  expect(judge(routes)).toEqual([]);
  expect(judge(`${routes}\nconst more = [{ path: '/new-screen' }];`)).toEqual([
    'docs/manual/en: no chapter or heading helps with /new-screen',
    'docs/manual/km: no chapter or heading helps with /new-screen',
  ]);
  expect(judge(routes.replace("page: 'audit-logs'", "page: 'users'"))).toEqual([
    'docs/manual/en/9-audit-log.md: helps with audit-logs, which is no screen',
    'docs/manual/km/9-audit-log.md: helps with audit-logs, which is no screen',
  ]);
});

test('a place that helps with a screen and is not for those who open it is found', () => {
  const judge = (pages: string, address: string) => {
    const task = `## Task\n<!-- for: ${pages} -->\n<!-- help: ${address} -->\n`;
    const text = `# Title\n<!-- for: history ${pages} -->\n\n${task}`;
    return rolesWithoutHelp([readChapter('en', '1-x.md', text, ['task'])], `/${address}`);
  };
  const info = 'key_recovery_requests_info/{id}';
  expect(judge('key-recovery-requests', info)).toEqual([]);
  expect(judge('recovery-requests', info)).toEqual(['administrator']);
  // What opens with any of several pages is for the roles of each; an address of its own for everybody.
  expect(judge('mobile-users', 'download')).toEqual(['manager']);
  expect(judge('mobile-users', 'settings/profile')).toEqual([]);
});

test('a task of the manual that no test does by keyboard is found, and a test that names none', () => {
  const tests = sources.filter(({ path }) => path.startsWith('e2e/'));
  expect(keyboardViolations(tests)).toEqual([]);
  const renamed = tests.map(({ path, text }) =>
    parseSource(path, text.replace('By keyboard: Sign out', 'By keyboard: Leave')),
  );
  expect(keyboardViolations(renamed)).toEqual([
    'docs/manual/en/1-signing-in.md: no test in e2e says // By keyboard: Sign out',
    'e2e/shell.e2e.ts: does by keyboard what the manual does not name, Leave',
  ]);
});

test('a task that is done by mouse, or filled in, is found in the test and in what it calls', () => {
  const text = `import { expectTypedKept, signIn } from './failures.ts';
    // By keyboard: Sign out
    test('signs out', async ({ page }) => {
      await signIn(page);
      const { keyboard } = page;
      await keyboard.press('Enter');
      await page.keyboard.press('Enter');
      ACT
    });
    const leave = (page) => page.getByTitle('User menu').click();
    test('another', ({ page }) => page.mouse.move(1, 1));`;
  const failures = `export const signIn = (page) => page.fill('#username', 'manager');
    export async function expectTypedKept(page) { await confirm(page); }
    const confirm = (page) => page.getByRole('button').dblclick();`;
  const judge = (act: string) =>
    keyboardViolations([
      parseSource('e2e/shell.e2e.ts', text.replace('ACT', act)),
      parseSource('e2e/failures.ts', failures),
    ]).filter((it) => it.startsWith('e2e/'));
  const found = (act: string) => [
    `e2e/shell.e2e.ts: does not by keyboard alone what it says, Sign out: ${act}`,
  ];
  expect(judge('')).toEqual([]);
  for (const act of ['click', 'fill', 'check', 'selectOption', 'setInputFiles', 'dragTo', 'press'])
    expect(judge(`await page.getByLabel('Out').${act}(it);`)).toEqual(found(act));
  expect(judge('await page.mouse.move(1, 1);')).toEqual(found('mouse'));
  expect(judge('await leave(page);')).toEqual(found('click in leave'));
  expect(judge('await expectTypedKept(page);')).toEqual(found('dblclick in confirm'));
});
