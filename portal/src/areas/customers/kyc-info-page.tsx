import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountById, CustomerDetail } from '@tonle/contract/customers';
import { lazy, Suspense, useState } from 'react';
import { readingAs } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { paths } from '../../paths.ts';
import { Coming, DetailState } from '../../ui/detail-state.tsx';
import { openLoaded } from '../../ui/open-loaded.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccountId } from '../../ui/values.tsx';
import { ChangeContactAction } from '../contact-changes/contact-changes.public.tsx';
import { AccountDetailsButton } from '../transactions/transactions.public.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { AccountStanding, KycState, WaitingForApproval } from './customer-states.tsx';
import { useCustomersTexts } from './customers-texts.ts';
import { isKhmer, khmerNameOf, nameOf } from './names.ts';
import styles from './user-info.module.css';
import { UserInfo } from './user-info.tsx';
import { WaitingRequest } from './waiting-request.tsx';

/** The look-up of an account, read as the customer that it is for those who may see customers. */
const customerById = readingAs(accountById, 'customerById', CustomerDetail);

/** Loaded where it is used (architecture.md, portal). */
const loadForm = () => import('./update-account-form.tsx');
const UpdateAccountForm = lazy(loadForm);

/** /kyc_info/{id}: a customer, and what may be done with them. */
export const KycInfo = () => <CustomerPage auditing={false} />;

/** /auditor_kyc_info/{id}: the same to read; no action is there. */
export const AuditorKycInfo = () => <CustomerPage auditing />;

const lists = {
  MOBILE: { page: 'page.mobile-users', to: paths.mobileUsers },
  DESKTOP: { page: 'page.desktop-users', to: paths.desktopUsers },
  WEB: { page: 'page.web-users', to: paths.webUsers },
} as const;

function CustomerPage({ auditing }: { auditing: boolean }) {
  const t = useCustomersTexts();
  const shell = useShellTexts();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  // Colleagues decide on the same customer: who is opened again, however soon, is read anew.
  const query = useQuery({ ...queryOf(customerById, { params: { id } }), staleTime: 0 });
  const { data } = query;
  const [updating, setUpdating] = useState(false);
  // As on another page, reading begins at the heading.
  const showForm = (shown: boolean) => {
    setUpdating(shown);
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  const list = auditing
    ? { label: shell('page.auditor-users'), to: paths.auditorUsers }
    : data && { label: shell(lists[data.accountType].page), to: lists[data.accountType].to };
  const crumbs = [
    ...(list ? [list] : []),
    { label: id },
    ...(updating ? [{ label: t('update.title') }] : []),
  ];
  if (data === undefined) {
    return (
      <>
        <PageHeader title={t('detail.title')} crumbs={crumbs} />
        <DetailState
          query={query}
          absent={{
            icon: <IconUserOff size={20} stroke={1.6} />,
            title: t('detail.missing'),
            text: t('detail.missing.text'),
          }}
          failed={t('detail.failed')}
          back={list && { to: list.to, label: t('detail.back') }}
        />
      </>
    );
  }
  const khmer = khmerNameOf(data);
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        documentTitle={nameOf(data)}
        title={
          <>
            {nameOf(data)}
            {khmer !== undefined && !isKhmer(nameOf(data)) && (
              <span className={styles.khmer} lang="km">
                {khmer}
              </span>
            )}
          </>
        }
        sentence={
          <span className={styles.headline}>
            <AccountStanding of={data} />
            {data.verificationRequestId !== null && <WaitingForApproval />}
            <KycState status={data.kycStatus} />
            <AccountId id={data.accountId} />
          </span>
        }
        actions={
          auditing || updating ? undefined : (
            <>
              <AccountDetailsButton customer={data} />
              <ChangeContactAction customer={data} />
              <CustomerActions customer={data} onUpdate={openLoaded(loadForm, () => showForm(true))} />
            </>
          )
        }
      />
      {data.verificationRequestId !== null && !auditing && (
        <WaitingRequest accountType={data.accountType} verificationId={data.verificationRequestId} />
      )}
      {updating ? (
        <Suspense fallback={<Coming />}>
          <UpdateAccountForm customer={data} onClose={() => showForm(false)} />
        </Suspense>
      ) : (
        <UserInfo customer={data} />
      )}
    </>
  );
}
