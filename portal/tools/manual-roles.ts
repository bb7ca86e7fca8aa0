import { menuOf, type Page, type PageName, pages, permissionsOf } from '@tonle/contract/pages';
import type { Authority } from '@tonle/contract/permissions';
import type { ManualLanguage } from './manual-chapters.ts';

/** Whom a place of the manual may be for, in the order of its contents. */
export const manualRoles = [
  'everybody',
  'manager',
  'administrator',
  'authorizer',
  'auditor',
  'access-manager',
  'keyholder',
] as const;
export type ManualRole = (typeof manualRoles)[number];

const authorityOf: Record<Exclude<ManualRole, 'everybody'>, Authority> = {
  manager: 'ROLE_MANAGER',
  administrator: 'ROLE_ADMINISTRATOR',
  authorizer: 'ROLE_AUTHORIZER',
  auditor: 'ROLE_AUDITOR',
  'access-manager': 'ROLE_ACCESS_MANAGER',
  keyholder: 'ROLE_KEYHOLDER',
};

export const roleNames: Record<ManualLanguage, Record<ManualRole, string>> = {
  en: {
    everybody: 'Everybody',
    manager: 'Manager',
    administrator: 'Administrator',
    authorizer: 'Authorizer',
    auditor: 'Auditor',
    'access-manager': 'Access manager',
    keyholder: 'Keyholder',
  },
  km: {
    everybody: 'ទាំងអស់គ្នា',
    manager: 'អ្នកគ្រប់គ្រង',
    administrator: 'អ្នករដ្ឋបាល',
    authorizer: 'អ្នកអនុញ្ញាត',
    auditor: 'សវនករ',
    'access-manager': 'អ្នកគ្រប់គ្រងសិទ្ធិ',
    keyholder: 'អ្នកកាន់សោ',
  },
};

const forWords: Record<ManualLanguage, string> = { en: 'For', km: 'សម្រាប់' };

/** The line below a title or heading that says for whom the place is. */
export const forLine = (language: ManualLanguage, roles: readonly ManualRole[]): string =>
  `<p class="for">${forWords[language]}: ${roles.map((it) => roleNames[language][it]).join(', ')}</p>\n`;

const pagesOf = (authority: Authority): Set<string> =>
  new Set(menuOf([authority], permissionsOf([authority])).map((it) => it.name));

const pagesOfRoles = new Map(
  Object.entries(authorityOf).map(([role, authority]) => [role as ManualRole, pagesOf(authority)]),
);

/** The pages that the contract opens to a role. */
export const pagesOfRole = (role: ManualRole): ReadonlySet<string> => pagesOfRoles.get(role) ?? new Set();

/** To whom the contract opens one of these pages at least; nobody, where one of them is no page. */
export function rolesWith(names: readonly string[]): ManualRole[] {
  if (names.join() === 'everybody') return ['everybody'];
  if (!names.every((name) => pages.some((it) => it.name === name))) return [];
  return [...pagesOfRoles].filter(([, own]) => names.some((it) => own.has(it))).map(([role]) => role);
}

/** The pages that open an address, of which one suffices; none for what is open to everybody. */
export const pagesAt = (address: string): PageName[] =>
  pages.filter((it: Page) => it.url === address || it.details?.includes(address)).map((it) => it.name);
