import type { Locator, Page } from '@playwright/test';
import { expect, holdBack, test, traverse } from './fixtures.ts';
import { press, reach, type } from './keys.ts';
import { dialog } from './sign-in-page.ts';
import { rowLinks } from './transaction-lists.ts';

// What axe does not see of WCAG 2.2: hovering, forced colours, dragging, 320 px, boundaries.

test.use({ user: 'manager' });

const rows = (page: Page) => page.getByRole('table').getByRole('row');
const tooltip = (page: Page) => page.getByRole('tooltip');
const styleOf = (thing: Locator, name: string): Promise<string> =>
  thing.evaluate((it, property) => getComputedStyle(it).getPropertyValue(property), name);

test('an explanation stays under the pointer, is read with its thing, and goes by Escape alone', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/incoming_transactions');
  const hash = rows(page)
    .nth(3)
    .getByText(/^[0-9a-f]{4}…[0-9a-f]{4}$/);
  await hash.hover();
  await expect(tooltip(page)).toBeVisible();
  await expect(hash).toHaveAccessibleDescription(/^[0-9a-f]{64}$/);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  // Onto it, as somebody does who enlarges what lies under the pointer, and clicks there: no row opens.
  const box = await tooltip(page).boundingBox();
  if (box === null) throw new Error('There is no explanation.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
  await page.mouse.down();
  await page.mouse.up();
  await page.clock.runFor(1_000);
  await expect(tooltip(page)).toBeVisible();
  await expect(page).toHaveURL('/incoming_transactions');
  // Away and back, and Escape before that has brought it again: it goes, and stays away.
  await page.mouse.move(1, 1);
  await hash.hover();
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(tooltip(page)).toHaveCount(0);
  // So does one that was only on its way.
  await page.mouse.move(1, 1);
  await hash.hover();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1_000);
  await expect(tooltip(page)).toHaveCount(0);
  // What the focus shows stays while the pointer passes.
  const help = page.locator('header a[href^="/manual/"]');
  await reach(help);
  await expect(tooltip(page)).toBeVisible();
  await help.hover();
  await page.mouse.move(1, 1);
  await page.clock.runFor(1_000);
  await expect(tooltip(page)).toBeVisible();
  // Once it was put away, a pointer that only passes does not bring it back.
  await page.keyboard.press('Escape');
  await help.hover();
  await page.mouse.move(1, 1);
  await page.clock.runFor(1_000);
  await expect(tooltip(page)).toHaveCount(0);
});

test('a column is made wider and narrower by buttons, not by dragging alone', async ({ page }) => {
  await page.goto('/incoming_transactions');
  const width = async () =>
    (await page.getByRole('separator', { name: 'Width of Amount' }).getAttribute('aria-valuenow')) ?? '';
  await press(page.getByRole('button', { name: 'Columns' }));
  const before = Number(await width());
  const columns = dialog(page, 'Columns');
  await press(columns.getByRole('button', { name: 'Wider: Amount' }));
  await expect.poll(width).toBe(String(before + 16));
  await expect(columns.getByText(`Amount is ${before + 16} pixels wide`)).toBeAttached();
  await press(columns.getByRole('button', { name: 'Narrower: Amount' }));
  await expect.poll(width).toBe(String(before));
});

test('a search that is too short to be made says so aloud', async ({ page }) => {
  await page.goto('/incoming_transactions');
  await type(page.getByPlaceholder(/^Hash/), 'ab');
  await expect(
    page.getByRole('status').filter({ hasText: 'Please enter at least 3 characters' }),
  ).toBeVisible();
});

test('whoever tries again in vain, or reaches the last page, keeps the focus where they are', async ({
  page,
}) => {
  // Even what is the first that is done on a page.
  await page.goto('/incoming_transactions?businessStatus=RECEIVED_AT_FI');
  await expect(rows(page).nth(1)).toBeVisible();
  const clear = page.getByRole('button', { name: 'Clear filters' });
  await clear.press('Enter');
  await expect(clear).toHaveCount(0);
  await expect(page.locator('main :focus')).toHaveCount(1);
  const list = '**/incoming?*';
  let held = Promise.resolve();
  await page.route(list, async (route) => {
    await held;
    await route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });
  });
  await page.goto('/incoming_transactions?fromDate=2000-01-01&businessStatus=RECEIVED_AT_FI&size=5');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  held = promise;
  await press(again);
  await expect(again).toHaveCount(0);
  letGo();
  await expect(again).toBeFocused();
  await page.unroute(list);
  await press(again);
  const next = page.getByRole('button', { name: 'Next' });
  // As many pages as there are by the hour.
  do {
    const first = (await rowLinks(page).first().getAttribute('href')) ?? '';
    await press(next);
    await expect(rowLinks(page).first()).not.toHaveAttribute('href', first);
  } while (await next.isEnabled());
  await expect(next).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeFocused();
});

test('a double click on what opens a dialog leaves it open', async ({ page }) => {
  await page.goto('/blank-page');
  await page.getByRole('button', { name: /^Search or jump/ }).dblclick();
  await expect(page.getByRole('dialog')).toBeVisible();
  // Whatever comes of the second click has come of it by the next key.
  await page.keyboard.type('a');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('a');
});

test('a search that comes late takes nobody away from what they went on to', async ({ page }) => {
  const code = /\/palette-[^/]*\.js$/;
  const letGo = await holdBack(page, code);
  await page.goto('/incoming_transactions');
  await expect(rows(page).nth(1)).toBeVisible();
  const came = page.waitForResponse(code);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('/');
  const search = page.locator('[data-page-search]');
  await expect(search).toBeFocused();
  await page.keyboard.type('a');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('b');
  letGo();
  // Whatever comes of it has come by the frame after it.
  await page.addScriptTag({ type: 'module', url: (await came).url() });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.keyboard.type('cd');
  await expect(search).toHaveValue('abcd');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
});

test('parts that the server does not have any more take no page away', async ({ page }) => {
  await page.route(/\/(palette|column-chooser|dates-menu)-[^/]*\.js$/, (route) => route.abort());
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/incoming_transactions');
  const search = page.locator('[data-page-search]');
  await type(search, 'ab');
  for (const open of [
    () => page.keyboard.press('Control+k'),
    () => press(page.getByRole('button', { name: 'Columns' })),
  ]) {
    await open();
    await expect(page.getByRole('dialog')).toContainText('Please load the page again.');
    await page.keyboard.press('Escape');
  }
  await press(page.getByRole('button', { name: /^Dates/ }));
  await expect(page.getByRole('alert')).toContainText('Please load the page again.');
  await expect(search).toHaveValue('ab');
  expect(loads).toBe(1);
});

test('without a connection what is there stays; what is missing comes once it is back', async ({
  page,
  context,
}) => {
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const opensLater = page.getByText('The page opens as soon as the connection is back.');
  await page.route(/\/palette-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/incoming_transactions');
  await expect(rows(page).nth(1)).toBeVisible();
  await test.step('offline, the search and the other language cannot be fetched', async () => {
    await context.setOffline(true);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toContainText('You are offline. Nothing was sent.');
    await page.keyboard.press('Escape');
    const language = page.getByRole('radio', { name: 'English' });
    await reach(language);
    const fetched = page.waitForEvent('requestfailed');
    await page.keyboard.press('ArrowRight');
    await fetched;
    await expect(language).toBeChecked();
    await expect(heading('Incoming transactions')).toBeVisible();
  });
  await test.step('a list that could not be read is read', async () => {
    await press(page.getByRole('button', { name: 'Next' }));
    await expect(page.getByText('The list could not be loaded').first()).toBeVisible();
    await context.setOffline(false);
    await expect(rows(page).nth(1)).toBeVisible();
  });
  await test.step('a page that was not loaded opens', async () => {
    await context.setOffline(true);
    await press(link('Downloads'));
    await expect(opensLater).toBeVisible();
    await context.setOffline(false);
    await expect(heading('Downloads')).toBeVisible();
  });
  await test.step('a server that is away for a while takes no page away, nor does the pointer on a link', async () => {
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    const fetched = page.waitForEvent('requestfailed');
    await link('Total accounts').hover();
    await fetched;
    await expect(heading('Downloads')).toBeVisible();
    await press(link('Total accounts'));
    await expect(opensLater).toBeVisible();
    await page.unroute('**/*');
    await expect(heading('Total accounts')).toBeVisible();
  });
});

test.describe('in colours of the system', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('what is current, chosen and focused can be told from the rest, and charts have bars', async ({
    page,
  }) => {
    await page.goto('/incoming_transactions');
    await expect(rows(page).nth(1)).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const background = (thing: Locator) => styleOf(thing, 'background-color');
    const current = menu.locator('[aria-current]');
    expect(await background(current)).not.toBe(
      await background(menu.getByRole('link', { name: 'Outgoing' })),
    );
    expect(await background(current.getByText(/^\d+$/))).toBe('rgba(0, 0, 0, 0)');
    const choice = (name: string) =>
      page
        .locator('label')
        .filter({ has: page.getByRole('radio', { name }) })
        .locator('span');
    expect(await background(choice('Normal rows'))).not.toBe(await background(choice('Compact rows')));
    const search = page.getByPlaceholder(/^Hash/);
    await search.focus();
    expect(await styleOf(search, 'outline-style')).toBe('solid');
    await page.goto('/dashboard');
    const swatch = page.getByRole('main').locator('i').first();
    await expect(swatch).toBeVisible();
    expect(await styleOf(swatch, 'forced-color-adjust')).toBe('none');
  });
});

test.describe('who administers users', () => {
  test.use({ user: 'access' });

  test('Back in the middle of a dialog asks before what was typed there is lost', async ({ page }) => {
    await page.goto('/endpoints');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    for (const name of ['Pages', 'Roles', 'Users']) {
      await press(menu.getByRole('link', { name, exact: true }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    }
    await press(page.getByRole('button', { name: 'Add user' }));
    const name = dialog(page, 'Add user').getByLabel('First name');
    // Another window comes before this one: the field has not been left.
    await name.evaluate((it) => {
      document.hasFocus = () => false;
      it.blur();
      document.hasFocus = () => true;
    });
    const lastName = dialog(page, 'Add user').getByLabel('Last name');
    await lastName.focus();
    await page.keyboard.press('Tab');
    await expect(lastName).toHaveAttribute('aria-invalid', 'true');
    await expect(name).not.toHaveAttribute('aria-invalid', 'true');
    await type(name, 'Sreymom');
    // Nor is it lost to a slip.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    // Nor is the history broken by going to and fro while it is asked.
    const leaving = dialog(page, 'Leave without saving?');
    for (const steps of [[-1], [-1, -1], [-1, -1, 1], [-1, -1, -1]]) {
      await traverse(page, ...steps);
      await press(leaving.getByRole('button', { name: 'Stay' }));
      await expect(leaving).toHaveCount(0);
      await expect(page).toHaveURL('/users');
      await expect(name).toHaveValue('Sreymom');
    }
    await traverse(page, -1);
    await press(leaving.getByRole('button', { name: 'Leave the page' }));
    await expect(page).toHaveURL('/roles');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles');
    await page.goForward();
    await expect(page).toHaveURL('/users');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');
  });
});
