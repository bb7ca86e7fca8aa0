import type { Browser, Page } from '@playwright/test';
import { notYet } from '../proof/letter/not-yet.ts';
import { admittedToPages, pagePeople } from '../proof/matrix/pages.ts';
import { type Bank, expect, sessionOf, test } from './fixtures.ts';

/** Every address with an example in the place of each parameter; those that have no screen yet open to nobody. */
const addresses = Object.entries(admittedToPages)
  .filter(([address]) => !notYet.routes.includes(address))
  .map(([address, people]) => ({ path: address.replaceAll(/\{\w+\}/g, '1'), people: people.split(' ') }));

const isData = (url: string): boolean => /\/(api|tps|report-service|authservice|audit-emitter)\//.test(url);

/** A tab of somebody who is signed in, and what it has asked the server for. */
async function tabOf(browser: Browser, bank: Bank, login: (typeof pagePeople)[number]) {
  const context = await browser.newContext({ baseURL: bank.url });
  const session = JSON.stringify(await sessionOf(bank, login));
  await context.addInitScript((it) => localStorage.setItem('tonle.session', it), session);
  const page = await context.newPage();
  const asked: string[] = [];
  // Whoever opens a page is first told who they are; all else is data.
  const own = `/api/user-infos/login/${login}`;
  page.on('request', (it) => {
    const { pathname } = new URL(it.url());
    if (isData(it.url()) && pathname !== own) asked.push(pathname);
  });
  return { context, page, asked };
}

const lost = "Oops! You're lost.";

/** Puts an address into the address bar of a portal that is loaded, and answers where that leads. */
async function opened(page: Page, path: string, asked: string[]): Promise<string> {
  const go = (to: string) => page.evaluate((it) => history.pushState({}, '', it), to);
  await go('/404');
  await expect(page.getByRole('heading', { level: 1, name: lost })).toBeVisible();
  // What the page before asked for is over: nothing of it is shown any more.
  asked.length = 0;
  await go(path);
  // The guard sends back to where it was, or something else is shown.
  await page.waitForFunction((words) => {
    const heading = document.querySelector('h1')?.textContent ?? words;
    return location.pathname === '/404' || heading !== words;
  }, lost);
  return new URL(page.url()).pathname;
}

test('Known fault (hyperswitch-control-center 232): every page by its address, as every kind of user: /404 and no data where it is not theirs', async ({
  browser,
  bank,
}) => {
  test.setTimeout(300_000);
  for (const login of pagePeople) {
    const { context, page, asked } = await tabOf(browser, bank, login);
    await page.goto('/404');
    await expect(page.getByRole('heading', { level: 1, name: lost })).toBeVisible();
    // Typed as the first thing, too.
    const foreign = addresses.find(({ people }) => !people.includes(login))?.path ?? '';
    await page.goto(foreign);
    await expect(page, login).toHaveURL('/404');
    const led: Record<string, string> = {};
    const meant: Record<string, string> = {};
    const asides = asked.map((it) => `${foreign}: ${it}`);
    let withData = 0;
    for (const { path, people } of addresses) {
      const isTheirs = people.includes(login);
      meant[path] = isTheirs ? path : '/404';
      led[path] = await opened(page, path, asked);
      if (!isTheirs) asides.push(...asked.map((it) => `${path}: ${it}`));
      else if (asked.length > 0) withData += 1;
    }
    expect(led, login).toEqual(meant);
    expect(asides, login).toEqual([]);
    // Their own pages are seen to ask: whoever counted nothing would have found nothing either.
    expect(withData, login).toBeGreaterThan(0);
    await context.close();
  }
});
