import type { CustomerRow } from '@tonle/contract/customers';
import { useMemo } from 'react';
import type { CardParts, Column } from '../../table/column.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Dash } from '../../ui/dash.tsx';
import { AccountId, DateTime } from '../../ui/values.tsx';
import { Contact } from './contact.tsx';
import styles from './customer-list.module.css';
import { AccountStanding, KycState } from './customer-states.tsx';
import { useCustomersTexts } from './customers-texts.ts';
import { isKhmer, nameOf } from './names.ts';

/** A name in both scripts, behind the initials; how the account stands where that is anything but open. */
function Name({ of: it }: { of: CustomerRow }) {
  const name = nameOf(it);
  const khmer = isKhmer(name) ? null : (it.organizationNameKhmer ?? it.fullNameKhmer);
  return (
    <span className={styles.name} title={khmer === null ? name : `${name}, ${khmer}`}>
      <Avatar name={name} size={24} />
      <b lang={isKhmer(name) ? 'km' : undefined}>{name}</b>
      {khmer !== null && <span lang="km">{khmer}</span>}
      {(it.frozen || it.status !== 'ACTIVATED') && <AccountStanding of={it} />}
    </span>
  );
}

type Kind = 'person' | 'organization';

/** The columns of the specification, in its order and words; View is the table's own. Organisations have one contact. */
export function useCustomerColumns(kind: Kind): readonly Column<CustomerRow>[] {
  const t = useCustomersTexts();
  return useMemo(() => {
    const secondary: Column<CustomerRow> = {
      id: 'secondary-contact',
      header: t('field.secondary-contact'),
      width: 150,
      priority: 3,
      cell: (it) => <Contact value={it.secondaryContact} />,
    };
    return [
      {
        id: 'name',
        header: t(kind === 'person' ? 'field.full-name' : 'field.organization'),
        width: 200,
        pinned: true,
        required: true,
        sort: kind === 'person' ? 'fullName' : 'organizationName',
        cell: (it) => <Name of={it} />,
      },
      {
        id: 'account',
        header: t('field.account-id'),
        width: 150,
        sort: 'accountId',
        cell: (it) => (
          <span className={styles.account} title={it.accountId}>
            <AccountId id={it.accountId} />
          </span>
        ),
      },
      {
        id: 'primary-contact',
        header: t('field.primary-contact'),
        width: 136,
        sort: 'primaryContact',
        cell: (it) => <Contact value={it.primaryContact} />,
      },
      ...(kind === 'person' ? [secondary] : []),
      {
        id: 'address',
        header: t('field.address'),
        width: 130,
        priority: 3,
        cell: (it) => (it.address ? <span title={it.address}>{it.address}</span> : <Dash />),
      },
      {
        id: 'registered',
        header: t('field.registered'),
        width: 148,
        priority: 2,
        sort: 'createdTime',
        cell: (it) => (
          <span className={styles.registered}>
            <DateTime value={it.createdTime} />
          </span>
        ),
      },
      {
        id: 'status',
        header: t('column.status'),
        width: 116,
        cell: (it) => <KycState status={it.kycStatus} />,
      },
    ];
  }, [t, kind]);
}

/** A customer as a card on narrow screens. */
export const customerCard = (it: CustomerRow): CardParts => ({
  tile: <Avatar name={nameOf(it)} size={28} />,
  title: nameOf(it),
  text: (
    <>
      <AccountId id={it.accountId} /> · <Contact value={it.primaryContact} />
    </>
  ),
  time: <DateTime value={it.createdTime} part="day" />,
  states: (
    <>
      <KycState status={it.kycStatus} />
      {(it.frozen || it.status !== 'ACTIVATED') && <AccountStanding of={it} />}
    </>
  ),
});
