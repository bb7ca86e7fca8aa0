import { IconBook } from '@tabler/icons-react';
import { shellTexts } from '../i18n/shell-texts.ts';
import { format } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { findPlaces, type Place } from './manual-search.ts';
import type { PaletteItem, PaletteQuery, PaletteSource } from './palette-source.ts';

const found = 4;

/** What the ⌘K palette finds in the manual: tasks and chapters that are called like what was typed. */
export const manualInPalette: PaletteSource = {
  name: 'manual',
  heading: (language) => format(shellTexts, language, 'user.manual'),
  find: async ({ kind, text, language, signal }: PaletteQuery): Promise<PaletteItem[]> => {
    if (kind !== 'text') return [];
    const answer = await fetch(paths.manualSearch(language), { signal });
    const places: Place[] = answer.ok ? await answer.json() : [];
    const titles = places.map((it) => ({ ...it, in: '', text: '' }));
    return findPlaces(titles, text)
      .slice(0, found)
      .map(({ title, to }) => ({
        id: to,
        icon: <IconBook size={18} stroke={1.6} />,
        label: title,
        to,
        elsewhere: true,
      }));
  },
};
