import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Bank, openBank } from './bank.ts';

export { expect } from '@playwright/test';
export type { Bank } from './bank.ts';

/** The demo bank's users (decisions section 2). */
export type DemoUser =
  | 'manager'
  | 'admin'
  | 'admin2'
  | 'access'
  | 'access2'
  | 'auditor'
  | 'authorizer'
  | 'authorizer2'
  | 'keyholder1'
  | 'keyholder2'
  | 'keyholder3'
  | 'teller';

export const DEMO_PASSWORD = 'Tonle-demo-2026';

interface Options {
  /** Who is signed in when the test begins; undefined: nobody. `test.use({ user: 'manager' })`. */
  user: DemoUser | undefined;
  /** More environment for the bank's server. */
  environment: Record<string, string>;
  /** True for a bank before its keyholders have registered. */
  ceremony: boolean;
}

interface Fixtures {
  /** A freshly seeded demo bank of this test's own. */
  bank: Bank;
}

export const test = base.extend<Options & Fixtures>({
  user: [undefined, { option: true }],
  environment: [{}, { option: true }],
  ceremony: [false, { option: true }],
  bank: async ({ environment, ceremony }, use, info) => {
    await using bank = await openBank(ceremony ? 'ceremony' : 'demo', environment);
    await use(bank);
    if (info.status !== info.expectedStatus && bank.output() !== '') {
      await info.attach('server output', { body: bank.output(), contentType: 'text/plain' });
    }
  },
  baseURL: async ({ bank }, use) => use(bank.url),
  page: async ({ page, user, bank }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && /content security policy/i.test(message.text()))
        faults.push(message.text());
    });
    if (user !== undefined) await enterAs(page, bank, user);
    await use(page);
    // What is asked for at the very end has nobody left to answer.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(faults, 'errors in the page').toEqual([]);
  },
});

/** Gives this browser a session of the user's; another one that a test opens has none. */
export async function enterAs(page: Page, bank: Bank, user: DemoUser): Promise<void> {
  const session = await sessionOf(bank, user);
  // Any address of the bank's.
  await page.goto('/config.json');
  await page.evaluate((it) => localStorage.setItem('tonle.session', it), JSON.stringify(session));
}

/** What the browser keeps of a session that is opened by the API: the sign-in page has tests of its own. */
export async function sessionOf(bank: Bank, user: DemoUser) {
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const answer = await fetch(`${bank.url}${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { data } = await ask<{ data: { id_token: string } }>('/api/v2/authenticate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user, password: DEMO_PASSWORD, rememberMe: true }),
  });
  const headers = { authorization: `Bearer ${data.id_token}` };
  const [{ userAccountDTO }, own] = await Promise.all([
    ask<{ userAccountDTO: { firstName: string; lastName: string; roles: { name: string }[] } }>(
      `/api/user-infos/login/${user}`,
      { headers },
    ),
    ask<Record<string, string>>('/tps/api/properties/self-info', { headers }),
  ]);
  return {
    token: data.id_token,
    user: {
      login: user,
      firstName: userAccountDTO.firstName,
      lastName: userAccountDTO.lastName,
      roles: userAccountDTO.roles.map((it) => it.name),
      bankName: own.bin,
      participantCode: own.participantCode,
      accountId: own.accountId,
      registrationType: own.mobileRegistrationVerificationType,
    },
  };
}

/** Signs in as a person does, and waits until the sign-in page is left. */
export async function signIn(page: Page, user: DemoUser, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.locator('input[autocomplete="username"]').fill(user);
  const field = page.locator('input[autocomplete="current-password"]');
  await field.fill(password);
  await field.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login' && url.pathname !== '/');
}

/** Clicks what a live event may have taken away by now: a session that has ended leads to the sign-in page by itself. */
export const clickIfThere = (locator: Locator): Promise<void> =>
  locator.evaluateAll(([first]) => {
    if (first instanceof HTMLElement) first.click();
  });

/** Holds back what the page asks of an address, until the function answered is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * The browser's own Back (-1) and Forward (1), pressed one after the other faster than the page can follow. The page may hold
 * them back, and Playwright's own would wait for an arrival.
 */
export async function traverse(page: Page, ...presses: number[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { entries, currentIndex } = await browser.send('Page.getNavigationHistory');
  const entryIds = presses.map((_, index) => {
    const steps = presses.slice(0, index + 1).reduce((sum, it) => sum + it);
    const entry = entries[currentIndex + steps];
    if (entry === undefined) throw new Error(`The history has nothing ${steps} from here.`);
    return entry.id;
  });
  await Promise.all(entryIds.map((entryId) => browser.send('Page.navigateToHistoryEntry', { entryId })));
  await browser.detach();
}

/** No accessibility fault on the page as it stands, WCAG 2.2 AA. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNoViolation(
    page,
    new AxeBuilder({ page }).withTags([
      'wcag2a',
      'wcag2aa',
      'wcag21a',
      'wcag21aa',
      'wcag22aa',
      'best-practice',
    ]),
  );

/** Every text can be read against what is behind it: what another theme may break. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNoViolation(page, new AxeBuilder({ page }).withRules(['color-contrast']));

/** Whatever appears has appeared: halfway through, a colour is not the one that will stand there. */
const animationsEnded = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );

async function expectNoViolation(page: Page, axe: AxeBuilder): Promise<void> {
  await animationsEnded(page);
  const { violations } = await axe.analyze();
  const lines = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((it) => it.target).join(', ')})`,
  );
  expect(lines, page.url()).toEqual([]);
}
