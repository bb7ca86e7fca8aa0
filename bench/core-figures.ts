/**
 * How the portal feels on a slow computer: `node bench/core-figures.ts`. The built portal in Chromium with its processor
 * slowed down four times, before a real server. Printed and judged is the median of the rounds; ends with 1 where an aim is
 * missed:
 *
 * - the largest paint of a first load, with an empty cache: at most 2.5 s, for the sign-in page and the first list;
 * - how long a page takes to stand after the click that leads there, once its code is there: at most 300 ms;
 * - the delay of an interaction, from the input to the next paint: at most 200 ms;
 * - how far things shift on loading and on going from page to page: at most 0.1 (the rows that a search brings a second after
 *   the last letter are looked for, and not counted);
 * - the JavaScript that the first list has loaded when it has settled: at most 220 kB (docs/decisions/098).
 *
 * Without more it stands before a demo bank of its own. BENCH_FOLDER is the folder of `bench/lists.ts` with its ten million
 * transactions; BENCH_TRANSACTIONS and BENCH_DAYS say what it holds, where that is something else. BENCH_ROUNDS and
 * BENCH_SLOWDOWN change a run.
 */
import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { budgets } from '../portal/tools/bundle-sizes.ts';
import { findChromium } from '../tools/chromium.ts';
import { ROOT } from '../tools/steps.ts';
import { type OpenBank, openDemoBank, openKeptBank } from './core-figures-bank.ts';
import { type Measured, measureInPage } from './core-figures-page.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const slowdown = Number(process.env.BENCH_SLOWDOWN ?? 4);
const settledMs = 1_500;

const aims = {
  paintMs: 2_500,
  pageMs: 300,
  interactionMs: 200,
  shift: 0.1,
  firstListKb: budgets.firstListJs,
};

const lists = {
  incoming: '/incoming_transactions',
  outgoing: '/outgoing_transactions',
  history: '/history',
} as const;

/** Each figure's name, its values by round, and what it should be at most. */
class Figures {
  readonly #all = new Map<string, { values: number[]; aim: number; unit: string }>();

  add(name: string, value: number, aim: number, unit: string): void {
    const figure = this.#all.get(name) ?? { values: [], aim, unit };
    figure.values.push(value);
    this.#all.set(name, figure);
  }

  /** Prints all; false where an aim is missed. */
  report(): boolean {
    let isGood = true;
    console.log(`${''.padEnd(52)}  median     best    worst`);
    for (const [name, { values, aim, unit }] of this.#all) {
      const sorted = [...values].sort((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
      const isMissed = !(median <= aim);
      if (isMissed) isGood = false;
      const digits = unit === '' ? 3 : 0;
      const shown = [median, sorted[0], sorted.at(-1)].map((it) =>
        (it ?? Number.NaN).toFixed(digits).padStart(8),
      );
      console.log(`${name.padEnd(52)}${shown.join(' ')} ${unit}${isMissed ? `  more than ${aim}` : ''}`);
    }
    return isGood;
  }
}

const figures = new Figures();
const measuredIn = (page: Page): Promise<Measured> => page.evaluate(() => window.measured);
const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.measured.delays.length = 0;
  });

/** Waits until nothing larger has been painted and nothing has been fetched for a while. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction((ms) => performance.now() - window.measured.lastChange > ms, settledMs);
}

/** A browser that has seen nothing yet, slowed down. */
async function openPage(browser: Browser, bank: OpenBank, session?: string): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  if (session !== undefined) {
    await page.goto(`${bank.url}/config.json`);
    await page.evaluate((it) => localStorage.setItem('tonle.session', it), session);
  }
  await page.addInitScript(measureInPage);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return [context, page];
}

/** Signs in as a person does, and answers what the browser keeps of it. */
async function signIn(browser: Browser, bank: OpenBank): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${bank.url}/login`);
  await page.getByLabel('User name').fill(bank.login);
  await page.getByLabel('Password', { exact: true }).fill(bank.password);
  await page.keyboard.press('Enter');
  await page.getByTitle('User menu').waitFor();
  const session = await page.evaluate(() => localStorage.getItem('tonle.session'));
  await context.close();
  if (session === null) throw new Error('the browser keeps no session');
  return session;
}

async function firstLoads(browser: Browser, bank: OpenBank, session: string): Promise<void> {
  const [outside, login] = await openPage(browser, bank);
  await login.goto(`${bank.url}/login`);
  await login.getByLabel('User name').waitFor();
  await settle(login);
  const signInPage = await measuredIn(login);
  figures.add('first load, sign-in: largest paint', signInPage.largestPaint, aims.paintMs, 'ms');
  figures.add('first load, sign-in: shift', signInPage.shift, aims.shift, '');
  await outside.close();

  const [inside, list] = await openPage(browser, bank, session);
  await list.goto(`${bank.url}${lists.incoming}`);
  await list.locator('[data-row-link]').first().waitFor();
  await settle(list);
  const firstList = await measuredIn(list);
  figures.add('first load, incoming list: largest paint', firstList.largestPaint, aims.paintMs, 'ms');
  figures.add('first load, incoming list: shift', firstList.shift, aims.shift, '');
  figures.add('first load, incoming list: JavaScript', firstList.scriptBytes / 1000, aims.firstListKb, 'kB');
  await inside.close();
}

/** Clicks, and answers how long after the click the page at the path stood and was painted. */
async function timeTo(page: Page, path: string, stands: string, click: () => Promise<void>): Promise<number> {
  await page.evaluate(([where = '', what = '']) => window.watch(where, what), [path, stands]);
  await click();
  return page.evaluate(() => window.arrived);
}

/** Clicks as a mouse does. Playwright's own click looks within the page at what it hits, which would be measured too. */
async function press(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} is not to be seen`);
  await target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

const rows = '[data-row-link]';
const menu = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first();

/** From list to list, into a transaction and back. */
async function walk(page: Page, add: (name: string, ms: number) => void): Promise<void> {
  const to = (path: string) => timeTo(page, path, rows, () => press(menu(page, path)));
  add('list to list: outgoing', await to(lists.outgoing));
  add('list to list: history', await to(lists.history));
  add('list to list: incoming', await to(lists.incoming));
  const link = page.locator(rows).first();
  add('list to detail', await timeTo(page, '/view_incoming_transaction/', 'main dl', () => press(link)));
  add('detail to list', await timeTo(page, lists.incoming, rows, () => page.goBack().then(() => undefined)));
}

async function interactions(page: Page, add: (name: string, ms: number) => void): Promise<void> {
  const delay = async (name: string, act: () => Promise<void>) => {
    await settle(page);
    await forget(page);
    await act();
    await settle(page);
    const { delays } = await measuredIn(page);
    add(name, Math.max(0, ...delays));
  };
  const button = (name: string) => page.getByRole('button', { name });
  const search = page.locator('[data-page-search]');
  await delay('typing into the search', () => search.pressSequentially('CHKT', { delay: 80 }));
  await delay('clearing the search', () => search.fill(''));
  await delay('opening a filter', () => press(button('Status').first()));
  await page.keyboard.press('Escape');
  await delay('next page', () => press(button('Next')));
  await delay('previous page', () => press(button('Previous')));
  await delay('opening the columns', () => press(button('Columns')));
  await page.keyboard.press('Escape');
  await delay('opening the user menu', () => press(page.getByTitle('User menu')));
  await page.keyboard.press('Escape');
}

/** Pages and interactions with the code there: each is done once before it counts. */
async function inUse(browser: Browser, bank: OpenBank, session: string): Promise<void> {
  const [context, page] = await openPage(browser, bank, session);
  await page.goto(`${bank.url}${lists.incoming}`);
  await page.locator(rows).first().waitFor();
  await walk(page, () => undefined);
  await walk(page, (name, ms) => figures.add(name, ms, aims.pageMs, 'ms'));
  figures.add('shift from page to page', (await measuredIn(page)).shift, aims.shift, '');
  await interactions(page, () => undefined);
  await interactions(page, (name, ms) => figures.add(name, ms, aims.interactionMs, 'ms'));
  await context.close();
}

if (!existsSync(join(ROOT, 'portal/dist/index.html')))
  throw new Error('The portal is not built: run npm run build first.');
const folder = process.env.BENCH_FOLDER;
const bank = await (folder === undefined ? openDemoBank() : openKeptBank(folder));
try {
  const { executablePath, env, args } = findChromium();
  const browser = await chromium.launch({ executablePath, env, args });
  try {
    const session = await signIn(browser, bank);
    for (let round = 0; round < rounds; round += 1) {
      await firstLoads(browser, bank, session);
      await inUse(browser, bank, session);
    }
  } finally {
    await browser.close();
  }
  const load = loadavg()[0] ?? 0;
  console.log(
    `${bank.about}, ${rounds} rounds, processor slowed down ${slowdown} times, ${availableParallelism()} cores, load ${load.toFixed(1)}`,
  );
  process.exitCode = figures.report() ? 0 : 1;
} finally {
  await bank.close();
}
