import { type MenuPage, usePages } from './menu.ts';

const fold = (text: string) => text.toLowerCase().normalize('NFC');

/** The user's pages that a text names, by label, group or address; all of them for no text. */
export function useMenuPageFilter(text: string): MenuPage[] {
  const pages = usePages();
  if (text === '') return pages;
  const words = fold(text).split(/\s+/);
  return pages.filter((page) => {
    const name = fold(`${page.fullLabel} ${page.groupLabel} ${page.url}`);
    return words.every((word) => name.includes(word));
  });
}
