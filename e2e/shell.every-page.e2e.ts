import type { Page, Request } from '@playwright/test';
import { eventStream } from '@tonle/contract/events';
import { type DemoUser, enterAs, expect, expectAccessible, test } from './fixtures.ts';
import { wear } from './looks.ts';

/** Together they see every page of the menu; in two tests, so that two workers share the walk. */
const walks: readonly (readonly DemoUser[])[] = [
  ['admin', 'keyholder1'],
  ['manager', 'access', 'auditor', 'authorizer'],
];
/**
 * 390 px is a phone; 720 px is what a window of 1440 px shows at 200 % (WCAG 1.4.4), 305 px one of 1280 px at 400 % (1.4.10),
 * less a scroll bar.
 */
const widths = [720, 305, 390] as const;

/** What the menu of the user who is signed in leads to. */
async function menuPaths(page: Page): Promise<string[]> {
  await page.goto('/blank-page');
  const links = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { includeHidden: true });
  await links.first().waitFor({ state: 'attached' });
  return links.evaluateAll((all) => all.map((it) => it.getAttribute('href') ?? ''));
}

/** Waits until whatever the page asked for is answered; the stream of events never is. */
function answers(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (it) => {
    if (it.resourceType() === 'fetch' && new URL(it.url()).pathname !== eventStream.path) open.add(it);
  });
  page.on('requestfinished', (it) => void open.delete(it));
  page.on('requestfailed', (it) => void open.delete(it));
  return () => expect.poll(() => open.size, { message: page.url() }).toBe(0);
}

/** Nothing goes over the edge at any width, once what was answered is drawn. */
async function judgeWidths(page: Page, path: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const widest = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
      return document.documentElement.scrollWidth;
    });
    expect(widest, `${path} at ${width} px`).toBeLessThanOrEqual(width);
  }
}

/** What makes a table hard to read on paper, however wide that is. */
const faultsOnPaper = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const faults: string[] = [];
    const shown = (selector: string) =>
      [...main.querySelectorAll(selector)].filter((it) => it.getClientRects().length > 0);
    // A head repeated on the next page leaves out what is a box of its own.
    for (const button of main.querySelectorAll('thead button'))
      if (getComputedStyle(button).display !== 'contents') faults.push(`no ${button.textContent} on page 2`);
    for (const scrolled of shown('section[tabindex="0"]:has(> table)'))
      if (getComputedStyle(scrolled.parentElement ?? main).borderRadius !== '0px')
        faults.push('cells over the corners of their frame');
    for (const choice of shown('[role="radiogroup"] label'))
      if (!choice.querySelector(':checked')) faults.push(`a choice: ${choice.textContent}`);
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.closest('tbody td')) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[a-z]+/gi)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map((it) => it.top)).size > 1) faults.push(`broken: ${word}`);
      }
    }
    return faults;
  });

/** The look in which most could go wrong: Khmer, dark, on a phone, by somebody who wants nothing to move. */
async function judge(page: Page, path: string, answered: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1')).toBeVisible();
  await answered();
  const help = await page.locator('header a[href^="/manual/"]').getAttribute('href');
  expect((await page.request.get(help ?? '')).ok(), `${path}: its help`).toBe(true);
  await judgeWidths(page, path);
  await expectAccessible(page);
  // By now whatever followed from the first answers is there as well.
  await answered();
  await judgeWidths(page, path);
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((it) => it.playState === 'running').length);
  await expect.poll(moving, `${path}: what moves although nothing should`).toBe(0);
  // On paper a list is the table, however narrow the window was.
  await page.emulateMedia({ media: 'print' });
  for (const list of await page.locator('main [data-density]').all())
    await expect(list.locator('table').first(), `${path}: its table`).toBeAttached();
  await expect(page.locator('header button').first(), `${path}: the shell is not printed`).toBeHidden();
  await expect(
    page.locator('main tbody :is(button, select)').filter({ visible: true }),
    `${path}: nor what is done with a row`,
  ).toHaveCount(0);
  const table = page.locator('main tbody tr').first();
  if ((await table.count()) > 0) await expect(table, `${path}: its table`).toBeVisible();
  const stamps = page.getByText(/^បោះពុម្ព .*, UTC\+7$/).filter({ visible: true });
  await expect(stamps, `${path}: its stamp`).toHaveCount(1);
  expect(await faultsOnPaper(page), path).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
}

for (const users of walks) {
  test(`every page of ${users.join(', ')} on a phone, in Khmer, dark, still, at 200 % and on paper`, async ({
    page,
    bank,
  }) => {
    // Some twenty pages one after the other, on a machine that may do other things.
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seen = new Set<string>();
    const answered = answers(page);
    for (const user of users) {
      await enterAs(page, bank, user);
      await wear(page, { language: 'en', theme: 'dark' });
      await page.setViewportSize({ width: 1440, height: 844 });
      const paths = (await menuPaths(page)).filter((it) => !seen.has(it));
      expect(paths.length, user).toBeGreaterThan(0);
      await wear(page, { language: 'km', theme: 'dark' });
      for (const path of paths) {
        seen.add(path);
        await judge(page, path, answered);
      }
    }
  });
}
