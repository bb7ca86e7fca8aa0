import { expect, test } from 'vitest';
import { manualFiles } from './manual.ts';

test('the manual has the same chapters in both languages, without scripts', () => {
  const files = manualFiles();
  const slugs = (language: string) =>
    [...files.keys()]
      .filter((it) => it.startsWith(`manual/${language}/`))
      .map((it) => it.split('/')[2])
      .sort();
  expect(slugs('en').length).toBeGreaterThan(3);
  expect(slugs('km')).toEqual(slugs('en'));
  for (const text of files.values()) expect(text).not.toMatch(/<script|javascript:/i);
});

test('every link inside the manual leads somewhere', () => {
  const files = manualFiles();
  for (const [name, text] of files) {
    for (const [, href = ''] of text.matchAll(/href="(\/manual\/[^"]+)"/g))
      expect([...files.keys()], `${name} links to ${href}`).toContain(href.slice(1));
  }
});
