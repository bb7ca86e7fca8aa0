import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectContrast } from './fixtures.ts';

export interface Look {
  readonly language: 'en' | 'km';
  readonly theme: 'light' | 'dark';
}

/** Every rule of axe in two looks that differ in everything; in the other two only what a theme can break. */
const whole: readonly Look[] = [
  { language: 'en', theme: 'light' },
  { language: 'km', theme: 'dark' },
];
const contrastOnly: readonly Look[] = [
  { language: 'en', theme: 'dark' },
  { language: 'km', theme: 'light' },
];
export const looks: readonly Look[] = [...whole, ...contrastOnly];
const widths = [1440, 390] as const;

/** Chooses how the portal looks from its next page on. */
export const wear = (page: Page, look: Look): Promise<void> =>
  page.evaluate(({ language, theme }) => {
    localStorage.setItem('tonle.language', language);
    localStorage.setItem('tonle.theme', theme);
  }, look);

/** Nothing is inaccessible on the page as it stands, and at neither width anything sticks out. */
export async function expectFit(page: Page, look: Look): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest, `${page.url()} at ${width} px`).toBeLessThanOrEqual(width);
    // Each of the whole looks at a width of its own.
    if (whole.indexOf(look) === widths.indexOf(width)) await expectAccessible(page);
  }
  if (contrastOnly.includes(look)) await expectContrast(page);
}
