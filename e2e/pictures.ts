import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ROOT } from '../tools/steps.ts';
import { type Bank, type DemoUser, enterAs, expect } from './fixtures.ts';

/** A picture of the manual: who is signed in, and what they do until the screen is as the manual shows it. */
export interface Scene {
  readonly name: string;
  readonly user?: DemoUser;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  /** What is there once everything is. */
  readonly whole: string;
}

type Labels = Record<string, Record<string, string[]>>;
type Language = 'en' | 'km';

const FOLDER = join(ROOT, 'docs/manual');
const LABELS = join(FOLDER, 'pictures.json');
/** Set by `npm run docs`: the pictures are taken again. Otherwise it is checked that they still show what the portal says. */
const isTaking = process.env.TAKE_PICTURES !== undefined;
const QUALITY = 75;

/** What a row's icon opens. */
export const openFirstRow = async (page: Page): Promise<void> => {
  const link = page.locator('main [data-row-link]').first();
  await link.waitFor();
  const path = await link.getAttribute('href');
  await page.goto(path ?? '');
};

/** Shows each scene in both languages, and takes its picture or compares its words. */
export async function showScenes(page: Page, bank: Bank, scenes: readonly Scene[]): Promise<void> {
  const known: Labels = existsSync(LABELS) ? JSON.parse(readFileSync(LABELS, 'utf8')) : {};
  let user: DemoUser | undefined;
  await page.goto('/config.json');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const scene of scenes) {
    if (scene.user !== undefined && scene.user !== user) await enterAs(page, bank, scene.user);
    user = scene.user;
    for (const language of ['en', 'km'] as const) {
      await show(page, scene, language);
      if (isTaking) {
        known[scene.name] = { ...known[scene.name], [language]: await labelsOn(page) };
        await take(page, scene, language);
      } else {
        // A part of the page may come later than the rest.
        await expect
          .poll(() => labelsOn(page), {
            message: `docs/manual/${language}/${scene.name}.webp shows what the portal no longer says: npm run docs takes it again`,
          })
          .toEqual(known[scene.name]?.[language]);
        const path = join(FOLDER, language, `${scene.name}.webp`);
        expect(existsSync(path), path).toBe(true);
      }
    }
  }
  if (isTaking) writeFileSync(LABELS, `${JSON.stringify(known, null, 2)}\n`);
}

async function show(page: Page, { path, act, whole }: Scene, language: Language): Promise<void> {
  await page.evaluate((it) => {
    localStorage.setItem('tonle.language', it);
    localStorage.setItem('tonle.theme', 'light');
  }, language);
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await act?.(page);
  await page.locator(whole).first().waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((it) => it.decode().catch(() => undefined)));
  });
}

/**
 * The words of the screen that come from the catalogues and not from the bank's data: headings, labels, buttons and column
 * heads of the page and its dialog, without any that hold a digit. The menu, which grows with every area, is left out, and the
 * title of a page below a list: whose it is hangs on the hour.
 */
const labelsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body;
    const texts = [...root.querySelectorAll('h1, h2, h3, label, legend, dt, th, button')]
      .filter((it) => it.closest('td, header:has(nav) h1') === null && it.checkVisibility())
      .map((it) => it.textContent.replace(/\s+/g, ' ').trim())
      .filter((it) => it !== '' && !/[\d@]/.test(it));
    return [...new Set(texts)].sort();
  });

async function take(page: Page, { name }: Scene, language: Language): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(png)
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(join(FOLDER, language, `${name}.webp`));
}
