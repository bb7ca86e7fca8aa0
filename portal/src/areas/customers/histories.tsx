import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type IdentityCheck,
  identityHistory,
  type ProfileChange,
  profileHistory,
} from '@tonle/contract/customers';
import { type ReactNode, useMemo } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { formatDay } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { writeSort } from '../../table/list-definition.ts';
import { type List, useList } from '../../table/use-list.ts';
import { ActorName } from '../../ui/actor-name.tsx';
import { Dash } from '../../ui/dash.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { StatusText } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import { Contact } from './contact.tsx';
import { identityHistoryList, profileHistoryList } from './customer-lists.ts';
import { KycState } from './customer-states.tsx';
import { useCustomersTexts } from './customers-texts.ts';
import { PastPicture } from './past-picture.tsx';
import styles from './user-info.module.css';

type HistoryProps = { accountId: string };

const pageOf = ({ page, size, sort }: List) => ({ page: page - 1, size, sort: sort && writeSort(sort) });

/** A part of the page with its own heading, above its table, which is the landmark of this name. */
const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.section}>
    <h2 className={styles.heading}>{title}</h2>
    {children}
  </div>
);

/** What was changed of the customer, by whom and when (2-console.md section 3). */
export function ProfileHistory({ accountId }: HistoryProps) {
  const t = useCustomersTexts();
  const list = useList(profileHistoryList);
  const query = useQuery({
    ...listQueryOf(profileHistory, { params: { accountId }, query: pageOf(list) }),
    staleTime: 0,
  });
  const columns = useMemo<readonly Column<ProfileChange>[]>(
    () => [
      {
        id: 'date',
        header: t('history.date'),
        width: 156,
        sort: 'dateTime',
        cell: (it) => <DateTime value={it.dateTime} />,
      },
      {
        id: 'field',
        header: t('history.field'),
        width: 160,
        pinned: true,
        required: true,
        cell: (it) => <FieldName of={it} />,
      },
      {
        id: 'old',
        header: t('history.old'),
        width: 200,
        cell: (it) => <FieldValue of={it} value={it.oldValue} />,
      },
      {
        id: 'current',
        header: t('history.current'),
        width: 200,
        cell: (it) => <FieldValue of={it} value={it.currentValue} />,
      },
      {
        id: 'by',
        header: t('history.by'),
        width: 160,
        priority: 2,
        cell: (it) => <ActorName of={it.changedBy} />,
      },
      {
        id: 'remarks',
        header: t('history.remarks'),
        width: 180,
        priority: 3,
        cell: (it) => (it.remarks ? <ReasonText of={it.remarks} /> : <Dash />),
      },
    ],
    [t],
  );
  return (
    <Section title={t('section.history')}>
      <DataTable
        label={t('section.history')}
        list={list}
        query={query}
        columns={columns}
        rowKey={(it) => it.id}
        card={changeCard}
        rowLabel={(it) => it.fieldName}
        emptyText={t('history.empty')}
      />
    </Section>
  );
}

/** The field, and what it was before what it is now. */
const changeCard = (it: ProfileChange): CardParts => ({
  title: <FieldName of={it} />,
  text: <ActorName of={it.changedBy} />,
  time: <DateTime value={it.dateTime} />,
  states: (
    <>
      <FieldValue of={it} value={it.oldValue} />
      <IconArrowRight size={16} stroke={1.6} color="var(--tn-text-3)" aria-hidden="true" />
      <FieldValue of={it} value={it.currentValue} />
      {it.remarks !== null && it.remarks !== '' && <ReasonText of={it.remarks} />}
    </>
  ),
});

const fieldNames = {
  firstName: 'field.firstName',
  lastName: 'field.lastName',
  firstNameKhmer: 'field.firstNameKhmer',
  lastNameKhmer: 'field.lastNameKhmer',
  organizationName: 'field.organizationName',
  organizationNameKhmer: 'field.organizationNameKhmer',
  primaryContact: 'field.primary-contact',
  secondaryContact: 'field.secondary-contact',
  address: 'field.address',
  birthday: 'field.birthday',
  sex: 'field.sex',
  nationality: 'field.nationality',
  documentId: 'field.document-id',
  kycStatus: 'field.kyc',
  photoUuid: 'field.photo',
  identityUuid: 'field.identity-document',
} as const satisfies Record<ProfileChange['fieldName'], string>;

type Changed = { of: Pick<ProfileChange, 'fieldName'> };

/** A customer's field in words. */
export function FieldName({ of: { fieldName } }: Changed) {
  const t = useCustomersTexts();
  return t(fieldNames[fieldName]);
}

/** What a field says, as people read it. */
export function FieldValue({ of: { fieldName }, value }: Changed & { value: string | null }) {
  const t = useCustomersTexts();
  const { language } = useLanguage();
  if (value === null || value === '') return <Dash />;
  if (fieldName === 'photoUuid') return <PastPicture kind="photo" uuid={value} />;
  if (fieldName === 'identityUuid') return <PastPicture kind="identity" uuid={value} />;
  if (fieldName === 'primaryContact' || fieldName === 'secondaryContact') return <Contact value={value} />;
  if (fieldName === 'birthday') return formatDay(value, language);
  if (fieldName === 'sex') return t(value.toLowerCase() === 'female' ? 'sex.female' : 'sex.male');
  if (fieldName === 'kycStatus' && (value === 'FULL_KYC' || value === 'PARTIAL_KYC')) {
    return <KycState status={value} />;
  }
  return <span title={value}>{value}</span>;
}

/** A figure from 0 to 1 as people read it. */
const percentOf = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** Whether the app saw a living face. */
function Live({ of: { live } }: { of: IdentityCheck }) {
  const t = useCustomersTexts();
  return (
    <StatusText
      tone={live ? 'success' : 'failure'}
      label={t(live ? 'identity.live.yes' : 'identity.live.no')}
    />
  );
}

const checkCard = (it: IdentityCheck, t: ReturnType<typeof useCustomersTexts>): CardParts => ({
  title: <Live of={it} />,
  text: <ActorName of={it.changedBy} />,
  time: <DateTime value={it.dateTime} />,
  states: (
    <>
      <span>
        {t('identity.confidence')} {percentOf(it.liveConfidenceAvg)}
      </span>
      <span>
        {t('identity.face-match')} {percentOf(it.faceMatch)}
      </span>
    </>
  ),
});

/** What the app found when it looked at the customer's face (2-console.md section 3). */
export function IdentityHistory({ accountId }: HistoryProps) {
  const t = useCustomersTexts();
  const list = useList(identityHistoryList);
  const query = useQuery({
    ...listQueryOf(identityHistory, { params: { accountId }, query: pageOf(list) }),
    staleTime: 0,
  });
  const columns = useMemo<readonly Column<IdentityCheck>[]>(
    () => [
      {
        id: 'date',
        header: t('history.date'),
        width: 156,
        sort: 'dateTime',
        pinned: true,
        required: true,
        cell: (it) => <DateTime value={it.dateTime} />,
      },
      {
        id: 'live',
        header: t('identity.live'),
        width: 120,
        cell: (it) => <Live of={it} />,
      },
      {
        id: 'confidence',
        header: t('identity.confidence'),
        width: 120,
        align: 'end',
        cell: (it) => percentOf(it.liveConfidenceAvg),
      },
      {
        id: 'face',
        header: t('identity.face-match'),
        width: 120,
        align: 'end',
        cell: (it) => percentOf(it.faceMatch),
      },
      {
        id: 'by',
        header: t('history.by'),
        width: 160,
        priority: 2,
        cell: (it) => <ActorName of={it.changedBy} />,
      },
    ],
    [t],
  );
  return (
    <Section title={t('section.identity')}>
      <DataTable
        label={t('section.identity')}
        list={list}
        query={query}
        columns={columns}
        rowKey={(it) => it.id}
        card={(it) => checkCard(it, t)}
        rowLabel={(it) => it.dateTime}
        emptyText={t('identity.empty')}
      />
    </Section>
  );
}
