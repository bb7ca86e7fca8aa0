import { IconBook } from '@tabler/icons-react';
import { shellTexts } from '../i18n/shell-texts.ts';
import { format } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { permittedPages } from '../session/permitted.ts';
import { findPlaces, type Place } from './manual-search.ts';
import type { PaletteItem, PaletteQuery, PaletteSource } from './palette-source.ts';

const found = 4;

/** What of the manual is for somebody with these pages; of that, what is called like the text, or else has it. */
export function placesFor(
  places: readonly Place[],
  text: string,
  mayOpen: (page: string) => boolean,
): Place[] {
  const own = places.filter(({ pages }) => pages?.some(mayOpen) ?? true);
  const called = findPlaces(
    own.map((it) => ({ ...it, text: '' })),
    text,
  );
  return (called.length > 0 ? called : findPlaces(own, text)).slice(0, found);
}

/** What the ⌘K palette finds in the manual: its tasks and chapters for this session. */
export const manualInPalette: PaletteSource = {
  name: 'manual',
  heading: (language) => format(shellTexts, language, 'user.manual'),
  lengthMin: 2,
  find: async ({ kind, text, session, language, signal }: PaletteQuery): Promise<PaletteItem[]> => {
    if (kind !== 'text') return [];
    const answer = await fetch(paths.manualSearch(language), { signal });
    const places: Place[] = answer.ok ? await answer.json() : [];
    const permitted = new Set<string>(permittedPages(session).map((it) => it.name));
    return placesFor(places, text, (page) => permitted.has(page)).map(({ title, to }) => ({
      id: to,
      icon: <IconBook size={18} stroke={1.6} />,
      label: title,
      to,
      elsewhere: true,
    }));
  },
};
