import { IconUser } from '@tabler/icons-react';
import { type CustomerRow, desktopCustomers, mobileCustomers, webCustomers } from '@tonle/contract/customers';
import { call } from '../../api/call.ts';
import { shellTexts } from '../../i18n/shell-texts.ts';
import { format } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import type { PaletteItem, PaletteQuery, PaletteSource } from '../../shell/palette-source.ts';
import { AccountId } from '../../ui/values.tsx';
import { AccountStanding } from './customer-states.tsx';
import { customersTexts } from './customers-texts.ts';
import { nameOf } from './names.ts';

const found = 5;
const channels = [
  { endpoint: mobileCustomers, permission: 'customers.list.mobile', view: paths.kycInfo },
  { endpoint: desktopCustomers, permission: 'customers.list.desktop', view: paths.kycInfo },
  { endpoint: webCustomers, permission: 'customers.list.web', view: paths.kycInfo },
  { endpoint: mobileCustomers, permission: 'customers.audit.mobile', view: paths.auditorKycInfo },
] as const;

const itemOf = (it: CustomerRow, view: (accountId: string) => string): PaletteItem => ({
  id: it.accountId,
  icon: <IconUser size={18} stroke={1.6} />,
  label: (
    <>
      {nameOf(it)} <AccountId id={it.accountId} />
    </>
  ),
  end: it.status !== 'ACTIVATED' || it.frozen ? <AccountStanding of={it} /> : undefined,
  to: view(it.accountId),
});

/** What the ⌘K palette finds among customers, of the channels that the user may see (ui.md, rule 24). */
export const customersInPalette: PaletteSource = {
  name: 'customers',
  heading: (language) => format(shellTexts, language, 'group.customers'),
  find: async ({ kind, value, session, language, signal }: PaletteQuery) => {
    const seen = channels.filter((it) => session.permissions.has(it.permission));
    if (kind === 'hash' || seen.length === 0) return [];
    const [pages] = await Promise.all([
      Promise.all(
        seen.map(async ({ endpoint, view }) => {
          const input = { query: { filter: value, size: found } };
          const page = await call(endpoint as typeof mobileCustomers, input, { signal });
          return page.rows.map((it) => itemOf(it, view));
        }),
      ),
      customersTexts.load(language),
    ]);
    // Whoever holds both rights to mobile users finds each of them once.
    const items = new Map(pages.flat().map((it) => [it.id, it]));
    return [...items.values()].slice(0, found);
  },
};
