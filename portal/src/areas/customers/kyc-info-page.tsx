import { Button } from '@mantine/core';
import { IconDatabaseOff, IconRefresh, IconUserOff } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { accountById, CustomerDetail } from '@tonle/contract/customers';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { readingAs } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { linkTo, paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Reference } from '../../ui/reference.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
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
const UpdateAccountForm = lazy(() => import('./update-account-form.tsx'));

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
  const query = useQuery(queryOf(customerById, { params: { id } }));
  const { data } = query;
  const [updating, setUpdating] = useState(false);
  const list = auditing
    ? { label: shell('page.auditor-users'), to: paths.auditorUsers }
    : data && { label: shell(lists[data.accountType].page), to: lists[data.accountType].to };
  const crumbs = [...(list ? [list] : []), { label: id }];
  if (data === undefined) {
    return (
      <>
        <PageHeader title={t('detail.title')} crumbs={crumbs} />
        {query.error ? <Missing query={query} back={list?.to ?? paths.blank} /> : <Loading />}
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
              <CustomerActions customer={data} onUpdate={() => setUpdating(true)} />
            </>
          )
        }
      />
      {data.verificationRequestId !== null && !auditing && (
        <WaitingRequest accountType={data.accountType} verificationId={data.verificationRequestId} />
      )}
      {updating ? (
        <Suspense fallback={<Loading />}>
          <UpdateAccountForm customer={data} onClose={() => setUpdating(false)} />
        </Suspense>
      ) : (
        <UserInfo customer={data} />
      )}
    </>
  );
}

/** Nothing for a second, then the page's outline (ui.md, rule 6). */
function Loading() {
  const shell = useShellTexts();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), 1000);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={shell('loading')}>
      {late && <SkeletonBar width="100%" height={420} />}
    </div>
  );
}

function Missing({ query, back }: { query: UseQueryResult<CustomerDetail>; back: string }) {
  const t = useCustomersTexts();
  const text = useErrorText()(query.error);
  const error = query.error instanceof ApiError ? query.error : undefined;
  const isAbsent = error?.httpStatus === 404 || error?.httpStatus === 400 || error?.kind === 'unreadable';
  const toList = (
    <Button variant="default" component={Link} {...linkTo(back)}>
      {t('detail.back')}
    </Button>
  );
  return (
    <Card padded={false}>
      {isAbsent ? (
        <EmptyState
          icon={<IconUserOff size={20} stroke={1.6} />}
          title={t('detail.missing')}
          actions={back === paths.blank ? undefined : toList}
        >
          {t('detail.missing.text')}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<IconDatabaseOff size={20} stroke={1.6} />}
          tone="failure"
          title={t('detail.failed')}
          actions={
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.6} />}
              onClick={() => void query.refetch()}
              loading={query.isFetching}
            >
              {t('detail.retry')}
            </Button>
          }
        >
          {text.detail}
          {text.reference !== undefined && <Reference value={text.reference} />}
        </EmptyState>
      )}
    </Card>
  );
}
