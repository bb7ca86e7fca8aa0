import { expect, test } from 'vitest';
import type { Language } from '../i18n/language.ts';
import { loadInsideTexts, shellTexts } from '../i18n/shell-texts.ts';
import { format } from '../i18n/texts.ts';
import { actorSearch } from './actor-search.ts';

async function searchIn(language: Language, text: string): Promise<string> {
  await loadInsideTexts(language);
  const t = (key: string, params?: object) => format(shellTexts, language, key, { ...params });
  return actorSearch(text, t as unknown as Parameters<typeof actorSearch>[1]);
}

test.each([
  ['បណ្តាញជាតិ', 'National network'],
  // As it is typed with the subscript da, which looks alike, and with a space that nobody sees.
  ['បណ្ដាញជាតិ', 'National network'],
  ['បណ្តាញ\u200bជាតិ', 'National network'],
  ['ធនាគារ', 'Demo bank'],
  ['កម្មវិធី', 'App'],
  ['កម្មវិធី mobile-app', 'App mobile-app'],
  // It begins two of them.
  ['ការ', 'ការ'],
  ['ចាន់ សុភា', 'ចាន់ សុភា'],
  ['National network', 'National network'],
])('who is no person is searched for by the Khmer name: %s', async (text, search) => {
  expect(await searchIn('km', text)).toBe(search);
});

test.each(['key', 'Demo', 'approved', 'App mobile-app'])(
  'English is searched for as typed: %s',
  async (text) => {
    expect(await searchIn('en', text)).toBe(text);
  },
);
