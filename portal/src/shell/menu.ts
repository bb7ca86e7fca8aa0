import { type Page, type PageGroup, type PageName, pageGroups } from '@tonle/contract/pages';
import { useCallback, useMemo } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { permittedPages } from '../session/permitted.ts';
import { useSession } from '../session/session.ts';

/** Pages that stand together under one name where a user has several of them. */
const families = [
  { name: 'waiting-for-approval', prefix: 'waiting-for-approval-', openAtFirst: true },
  { name: 'kyc-limits', prefix: 'kyc-limits-', openAtFirst: false },
  { name: 'terms', prefix: 'terms-', openAtFirst: false },
] as const;
type Family = (typeof families)[number];

export type MenuPage = {
  name: PageName;
  url: string;
  icon: string;
  /** As the menu says it: "Mobile" within its family. */
  label: string;
  /** As it reads on its own: "Waiting for approval: Mobile". */
  fullLabel: string;
  groupLabel: string;
};
export type MenuEntry =
  | MenuPage
  | { family: Family['name']; label: string; icon: string; openAtFirst: boolean; pages: MenuPage[] };
export type MenuGroup = { name: PageGroup; label: string; entries: MenuEntry[] };

const familyOf = (page: Page): Family | undefined => families.find((it) => page.name.startsWith(it.prefix));

/** Names any page as it reads on its own, whoever may open it: "Waiting for approval: Mobile". */
export function usePageLabel(): (page: Page) => string {
  const t = useShellTexts();
  return useCallback(
    (page) => {
      const family = familyOf(page);
      const label = t(`page.${page.name as PageName}`);
      return family ? `${t(`page.${family.name}`)}: ${label}` : label;
    },
    [t],
  );
}

/** The user's pages in the active language, in the menu's order. */
export function usePages(): MenuPage[] {
  const session = useSession();
  const t = useShellTexts();
  const fullLabel = usePageLabel();
  return useMemo(
    () =>
      permittedPages(session).map((page) => {
        const name = page.name as PageName;
        return {
          name,
          url: page.url,
          icon: page.icon,
          label: t(`page.${name}`),
          fullLabel: fullLabel(page),
          groupLabel: t(`group.${page.group}`),
        };
      }),
    [session, t, fullLabel],
  );
}

/** The side menu: groups in their fixed order, families folded together. */
export function useMenu(): MenuGroup[] {
  const session = useSession();
  const t = useShellTexts();
  const pages = usePages();
  return useMemo(() => {
    const byName = new Map(pages.map((it) => [it.name as string, it]));
    const inGroups = new Map<PageGroup, MenuEntry[]>();
    for (const page of permittedPages(session)) {
      const shown = byName.get(page.name);
      if (shown) addEntry(inGroups, page, shown, (name) => t(`page.${name}`));
    }
    return pageGroups.flatMap((name) => {
      const entries = inGroups.get(name);
      return entries ? [{ name, label: t(`group.${name}`), entries }] : [];
    });
  }, [session, pages, t]);
}

function addEntry(
  groups: Map<PageGroup, MenuEntry[]>,
  page: Page,
  shown: MenuPage,
  nameOf: (family: Family['name']) => string,
): void {
  const entries = groups.get(page.group) ?? [];
  groups.set(page.group, entries);
  const family = familyOf(page);
  if (!family) {
    entries.push(shown);
    return;
  }
  const open = entries.find((it) => 'family' in it && it.family === family.name);
  if (open && 'family' in open) open.pages.push(shown);
  else
    entries.push({
      family: family.name,
      label: nameOf(family.name),
      icon: page.icon,
      openAtFirst: family.openAtFirst,
      pages: [shown],
    });
}
