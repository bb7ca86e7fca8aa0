import { IconBook } from '@tabler/icons-react';
import { shellTexts } from '../i18n/shell-texts.ts';
import { format } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import type { PaletteItem, PaletteQuery, PaletteSource } from './palette-source.ts';

/** A place of the manual, as portal/tools/manual.ts writes them. */
type Place = { title: string; to: string };
const found = 4;

/** What the ⌘K palette finds in the manual: tasks and chapters that are called like what was typed. */
export const manualInPalette: PaletteSource = {
  name: 'manual',
  heading: (language) => format(shellTexts, language, 'user.manual'),
  find: async ({ kind, text, language, signal }: PaletteQuery): Promise<PaletteItem[]> => {
    if (kind !== 'text') return [];
    const answer = await fetch(paths.manualSearch(language), { signal });
    const places: Place[] = answer.ok ? await answer.json() : [];
    const words = text.normalize('NFC').toLowerCase().split(/\s+/);
    return places
      .filter(({ title }) => words.every((it) => title.toLowerCase().includes(it)))
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
