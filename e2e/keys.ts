import type { FileChooser, Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

/** No page of the portal has as many stops; whoever has not arrived by then never will. */
const tabsMax = 150;

/**
 * Goes to a thing by Tab alone, whichever way is shorter, as somebody does who has no mouse: it is in the order of Tab, no
 * dialog holds the focus back, and what has it can be seen.
 */
export async function reach(thing: Locator): Promise<void> {
  const { keyboard } = thing.page();
  await expect(thing).toBeEnabled();
  for (let tabs = 0; ; tabs += 1) {
    const way = await thing.evaluate((it) => {
      const at = document.activeElement;
      if (it === at) return 'there';
      if (at === null || at === document.body) return 'after';
      return it.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING ? 'before' : 'after';
    });
    if (way === 'there') break;
    expect(tabs, `${thing} is not reached by Tab`).toBeLessThan(tabsMax);
    await keyboard.press(way === 'after' ? 'Tab' : 'Shift+Tab');
  }
  expect(await thing.evaluate(canBeSeen), `${thing} has the focus and can be seen`).toBe(true);
}

/** In the window, and below nothing that stays when the page is scrolled (ui.md, rule 26). */
function canBeSeen(it: Element): boolean {
  // A choice's own field may be drawn by its label.
  const drawn = (it instanceof HTMLInputElement && it.labels?.[0]) || it;
  const { left, top, width, height } = drawn.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const above = document.elementFromPoint(x, y);
  if (above === null) return false;
  if (drawn.contains(above) || above.contains(drawn)) return true;
  for (let one: Element | null = above; one !== null; one = one.parentElement) {
    if (!one.contains(drawn) && /fixed|sticky/.test(getComputedStyle(one).position)) return false;
  }
  return true;
}

/** Goes to a thing by Tab and presses a key there: Enter on buttons and links, Space on what is ticked. */
export async function press(thing: Locator, key = 'Enter'): Promise<void> {
  await reach(thing);
  await thing.page().keyboard.press(key);
}

/** Whoever has more than this to enter pastes it. */
const typedLengthMax = 100;

/** Goes to a field by Tab and types, key by key, in the place of what is there. */
export async function type(field: Locator, text: string): Promise<void> {
  await reach(field);
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+a');
  if (text === '') await keyboard.press('Delete');
  else if (text.length > typedLengthMax) await keyboard.insertText(text);
  else await keyboard.type(text);
}

type FileToGive = Parameters<FileChooser['setFiles']>[0];

/** Opens the browser's choice of a file by a button, and takes one: its window is the system's own. */
export async function giveFile(chooseButton: Locator, file: FileToGive): Promise<void> {
  const opened = chooseButton.page().waitForEvent('filechooser');
  await press(chooseButton);
  await (await opened).setFiles(file);
}

/** Chooses one of a group of radio buttons: Tab goes to the one that is chosen, the arrows to the others. */
export async function choose(radio: Locator): Promise<void> {
  const page = radio.page();
  const name = await radio.getAttribute('name');
  const group = page.locator(`input[type=radio][name="${name}"]`);
  await reach(group.and(page.locator(':checked')));
  const chosen = () =>
    group.evaluateAll((all) => (all as HTMLInputElement[]).find((it) => it.checked)?.value);
  for (let steps = await group.count(); steps > 0 && !(await radio.isChecked()); steps -= 1) {
    const before = await chosen();
    await page.keyboard.press('ArrowRight');
    // A language is chosen once its texts are there.
    await expect.poll(chosen).not.toBe(before);
  }
  await expect(radio).toBeChecked();
}

/** Picks from a closed list of choices by the first letters, as the browser's own lists want it. */
export async function pick(select: Locator, label: string): Promise<void> {
  await reach(select);
  await expect(select.getByText(label, { exact: true })).toBeAttached();
  // Chromium forgets the letters after a second without one, which a busy machine may need between two.
  await expect(async () => {
    await select.page().keyboard.type(label);
    await expect(select.locator('option:checked')).toHaveText(label, { timeout: 1_500 });
  }).toPass();
}

/** Goes to an item of the menu that is open by the arrows, and chooses it. */
export async function chooseItem(item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  const isThere = () => item.evaluate((it) => it === document.activeElement);
  for (let steps = 20; steps > 0 && !(await isThere()); steps -= 1)
    await item.page().keyboard.press('ArrowDown');
  await expect(item).toBeFocused();
  await item.page().keyboard.press('Enter');
}

/** Opens a menu, and chooses one of its items. */
export async function chooseIn(menuButton: Locator, item: Locator): Promise<void> {
  await press(menuButton);
  await chooseItem(item);
}
