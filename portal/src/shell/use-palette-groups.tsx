import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconSend } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { useLanguage } from '../i18n/use-texts.tsx';
import { paths } from '../paths.ts';
import { mayOpenPage } from '../session/permitted.ts';
import { useSession } from '../session/session.ts';
import { useMenuPageFilter } from './menu-filter.ts';
import { PageIcon } from './page-icon.tsx';
import { kindOf } from './palette-query.ts';
import { getPaletteSources, type PaletteItem, type PaletteQuery } from './palette-source.ts';

export type PaletteGroup = { name: string; heading: string; items: readonly PaletteItem[] };

const searchLengthMin = 3;
/** From here on some source may know something. */
const typedLengthMin = 2;

/** What the palette offers for a text: the pages it names, the areas' finds, then actions. */
export function usePaletteGroups(text: string): { groups: PaletteGroup[]; searching: boolean } {
  const t = useShellTexts();
  const finds = useFinds(text);
  const actions = useActions(text);
  const pages = useMenuPageFilter(text);
  const pageGroup: PaletteGroup = {
    name: 'pages',
    heading: t('palette.pages'),
    items: pages.map((it) => ({
      id: it.name,
      icon: <PageIcon name={it.icon} />,
      label: it.fullLabel,
      end: it.groupLabel,
      to: it.url,
    })),
  };
  const others: PaletteGroup[] = [
    ...finds.groups,
    { name: 'actions', heading: t('palette.actions'), items: actions },
  ];
  // Words that name a page mean that page first: Enter goes there, whatever is found meanwhile.
  const all = [pageGroup, ...others];
  return { groups: all.filter((it) => it.items.length > 0), searching: finds.searching };
}

function useFinds(text: string): { groups: PaletteGroup[]; searching: boolean } {
  const session = useSession();
  const { language } = useLanguage();
  const [settled] = useDebouncedValue(text, 250);
  const found = useQueries({
    queries: getPaletteSources().map((load, index) => ({
      queryKey: ['palette', index, settled, language],
      enabled: settled.length >= typedLengthMin,
      retry: false,
      staleTime: 30_000,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PaletteGroup> => {
        const source = await load();
        const query: PaletteQuery = { text: settled, ...kindOf(settled), session, language, signal };
        const isLongEnough = settled.length >= (source.lengthMin ?? searchLengthMin);
        const items = isLongEnough ? await source.find(query) : [];
        return { name: source.name, heading: source.heading(language), items };
      },
    })),
  });
  const current = text === settled ? found : [];
  return {
    groups: current.flatMap((it) => (it.data ? [it.data] : [])),
    searching: text.length >= typedLengthMin && (text !== settled || found.some((it) => it.isFetching)),
  };
}

/** What can be done with a text whatever it is: look it up in the history, or send money to it. */
function useActions(text: string): PaletteItem[] {
  const t = useShellTexts();
  const session = useSession();
  const items: PaletteItem[] = [];
  if (text.length < searchLengthMin) return items;
  const { kind, value } = kindOf(text);
  if (mayOpenPage(session, 'manage-main-account') && (kind === 'account-id' || kind === 'phone')) {
    items.push({
      id: 'transfer',
      icon: <IconSend size={18} stroke={1.6} />,
      label: t('palette.transfer', { to: text }),
      to: paths.manageMainAccount(value),
    });
  }
  const search = mayOpenPage(session, 'history')
    ? paths.historySearch(value)
    : mayOpenPage(session, 'auditor-history')
      ? paths.auditorHistorySearch(value)
      : undefined;
  if (search !== undefined) {
    items.push({
      id: 'history',
      icon: <IconHistory size={18} stroke={1.6} />,
      label: t('palette.history', { query: text }),
      to: search,
    });
  }
  return items;
}
