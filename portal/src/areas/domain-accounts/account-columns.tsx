import { IconBuilding, IconDeviceMobile, IconWorld } from '@tabler/icons-react';
import type { DomainAccount } from '@tonle/contract/domain-accounts';
import { useMemo } from 'react';
import type { CardParts, Column } from '../../table/column.ts';
import { Money } from '../../ui/money.tsx';
import { StatusBadge, ToneShape } from '../../ui/status.tsx';
import { AccountId } from '../../ui/values.tsx';
import styles from './domain-accounts.module.css';
import { useDomainAccountsTexts } from './domain-accounts-texts.ts';

const icons = { MOBILE: IconDeviceMobile, DESKTOP: IconBuilding, WEB: IconWorld } as const;

/** The organisation's name, or the person's (2-console.md section 2). */
export const nameOf = (it: DomainAccount): string => it.organizationName ?? it.fullName ?? it.accountId;

function Type({ of: type }: { of: DomainAccount['accountType'] }) {
  const name = useDomainAccountsTexts()(`type.${type}`);
  const Icon = icons[type];
  return (
    <span className={styles.type} title={name}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className="tn-visually-hidden">{name}</span>
    </span>
  );
}

/** How an account stands, where it is anything but open; short where a table has no room for words. */
function Standing({ of: it, short }: { of: DomainAccount; short: boolean }) {
  const t = useDomainAccountsTexts();
  const closed = it.status === 'ACTIVATED' ? undefined : it.status;
  if (closed === undefined && !it.frozen) return null;
  const label = closed === undefined ? t('state.frozen') : t(`state.${closed}`);
  const tone = closed === undefined ? 'failure' : 'neutral';
  if (!short) return <StatusBadge tone={tone} label={label} />;
  return (
    <span title={label} className={styles.type}>
      <ToneShape tone={tone} size={11} />
      <span className="tn-visually-hidden">{label}</span>
    </span>
  );
}

function Name({ of: it, short = false }: { of: DomainAccount; short?: boolean }) {
  return (
    <span className={styles.name} title={nameOf(it)}>
      <Type of={it.accountType} />
      <span>{nameOf(it)}</span>
      <Standing of={it} short={short} />
    </span>
  );
}

/** The columns of the specification, in its order and words; View is the table's own, and the type's icon goes before the name. */
export function useAccountColumns(): readonly Column<DomainAccount>[] {
  const t = useDomainAccountsTexts();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        width: 124,
        pinned: true,
        required: true,
        sort: 'name',
        cell: (it) => <Name of={it} short />,
      },
      {
        id: 'account',
        header: t('column.account'),
        width: 114,
        sort: 'accountId',
        cell: (it) => (
          <span title={it.accountId}>
            <AccountId id={it.accountId} />
          </span>
        ),
      },
      {
        id: 'khr',
        header: t('column.khr'),
        // Billions of riel, uncut.
        width: 126,
        align: 'end',
        cell: (it) => <Money amount={it.balanceKhr} currency="KHR" />,
      },
      {
        id: 'usd',
        header: t('column.usd'),
        width: 110,
        align: 'end',
        cell: (it) => <Money amount={it.balanceUsd} currency="USD" />,
      },
    ],
    [t],
  );
}

export const accountCard = (it: DomainAccount): CardParts => ({
  title: <Name of={it} />,
  amount: <Money amount={it.balanceKhr} currency="KHR" />,
  text: <AccountId id={it.accountId} />,
  time: <Money amount={it.balanceUsd} currency="USD" />,
});
