import { Button } from '@mantine/core';
import { IconArrowLeft, IconUserQuestion } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { accountIdPattern } from '@tonle/contract/account-id';
import { accountById } from '@tonle/contract/customers';
import { AccountDetails } from '@tonle/contract/main-account';
import { formatPhone } from '@tonle/contract/phone';
import type { Currency } from '@tonle/money';
import { ApiError } from '../../api/api-error.ts';
import { readingAs } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Dash } from '../../ui/dash.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Money } from '../../ui/money.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import { AccountId, Copyable, DateTime } from '../../ui/values.tsx';
import { PaymentQrButton } from '../payment-qr/payment-qr.public.tsx';
import { StatementButton } from '../reports/reports.public.tsx';
import { AccountTransactionList } from './account-transaction-list.tsx';
import { WalletType } from './parties-card.tsx';
import styles from './transaction-detail.module.css';
import { useTransactionsTexts } from './transactions-texts.ts';

const accountDetails = readingAs(accountById, 'accountDetails', AccountDetails);

/** /account_detail/{id}: who holds an account, what is on it, and its transactions (2-console.md section 2). */
export default function AccountDetailPage() {
  const t = useTransactionsTexts();
  const id = ((useParams({ strict: false }) as { id?: string }).id ?? '').toLowerCase();
  const isAccountId = accountIdPattern.test(id);
  const query = useQuery({ ...queryOf(accountDetails, { params: { id } }), enabled: isAccountId });
  const account = query.data;
  return (
    <>
      <PageHeader
        title={account === undefined ? t('account.title') : nameOf(account)}
        sentence={isAccountId && <Headline id={id} account={account} />}
        actions={
          <>
            <BackButton />
            {account && <StatementButton account={account} />}
            {account && (
              <PaymentQrButton
                recipient={{ accountId: account.accountId, name: nameOf(account) }}
                disabled={account.status === 'DELETED'}
              />
            )}
          </>
        }
      />
      {!isAccountId ? (
        <NoAccount title={t('account.wrong-id')} />
      ) : account === undefined && query.error ? (
        <Missing query={query} />
      ) : (
        <>
          <DetailColumns main={<HolderCard account={account} />} side={<BalancesCard account={account} />} />
          <AccountTransactionList accountId={id} onRead={() => void query.refetch()} />
        </>
      )}
    </>
  );
}

const isPerson = (it: AccountDetails): boolean => it.accountType === 'MOBILE';
const nameOf = (it: AccountDetails): string =>
  (isPerson(it) ? it.fullName : it.organizationName) || it.name || it.accountId;

/** Returns to the previous location or /total_account; where neither is, to the page that asks for a choice. */
function BackButton() {
  const t = useTransactionsTexts();
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const session = useSession();
  const elsewhere = mayOpenPage(session, 'total-account') ? paths.totalAccount : paths.blank;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} stroke={1.6} />}
      onClick={() => (canGoBack ? router.history.back() : void navigate({ to: elsewhere }))}
    >
      {t('account.back')}
    </Button>
  );
}

/** The account's id is known before the account is: nothing moves down when it comes. */
function Headline({ id, account: it }: { id: string; account: AccountDetails | undefined }) {
  const t = useTransactionsTexts();
  return (
    <span className={styles.headline}>
      <AccountId id={it?.accountId ?? id} copy copyName={t('party.account')} />
      {it?.frozen === true && <StatusBadge tone="failure" label={t('account.frozen')} />}
      {it?.status != null &&
        (it.status === 'ACTIVATED' ? (
          it.frozen !== true && <StatusBadge tone="success" label={t('account.active')} code={it.status} />
        ) : (
          <StatusBadge tone="neutral" label={t(`account.${it.status}`)} code={it.status} />
        ))}
    </span>
  );
}

function Contact({ value, label }: { value: string | null | undefined; label: string }) {
  if (!value) return <Dash />;
  return <Copyable value={value} name={label} text={value.includes('@') ? value : formatPhone(value)} />;
}

/** What the specification names; before it has come, its places. */
function HolderCard({ account: it }: { account: AccountDetails | undefined }) {
  const t = useTransactionsTexts();
  const person = it !== undefined && isPerson(it);
  const label = t(person ? 'account.full-name' : 'account.organization');
  const [primary, secondary] = [t('account.primary-contact'), t('account.secondary-contact')];
  return (
    <Card title={t('account.holder')}>
      <FieldRows
        rows={[
          { label, value: it && nameOf(it) },
          { label: primary, value: it && <Contact value={it.primaryContact} label={primary} /> },
          person && { label: secondary, value: <Contact value={it.secondaryContact} label={secondary} /> },
          { label: t('account.registered'), value: it && <DateTime value={it.createdTime} /> },
          { label: t('account.type'), value: it && <WalletType code={it.accountType} /> },
        ]}
      />
    </Card>
  );
}

type HeldProps = { amount: string | null | undefined; currency: Currency };

const Held = ({ amount, currency }: HeldProps) =>
  amount == null ? <Dash /> : <Money amount={amount} currency={currency} code size="strong" />;

function BalancesCard({ account: it }: { account: AccountDetails | undefined }) {
  const t = useTransactionsTexts();
  const riel = it?.assets?.['khr#nbc'] ?? it?.balanceKhr;
  const dollar = it?.assets?.['usd#nbc'] ?? it?.balanceUsd;
  return (
    <Card title={t('account.balances')}>
      <FieldRows
        rows={[
          {
            label: t('account.balance.KHR'),
            value: it && <Held amount={riel} currency="KHR" />,
          },
          {
            label: t('account.balance.USD'),
            value: it && <Held amount={dollar} currency="USD" />,
          },
        ]}
      />
    </Card>
  );
}

function NoAccount({ title }: { title: string }) {
  const t = useTransactionsTexts();
  return (
    <Card padded={false}>
      <EmptyState icon={<IconUserQuestion size={20} stroke={1.6} />} title={title}>
        {t('account.none.text')}
      </EmptyState>
    </Card>
  );
}

function Missing({ query }: { query: UseQueryResult<AccountDetails, Error> }) {
  const t = useTransactionsTexts();
  const status = query.error instanceof ApiError ? query.error.httpStatus : undefined;
  if (status === 404) return <NoAccount title={t('account.none')} />;
  return (
    <Card padded={false}>
      <FailedState
        error={query.error}
        title={t('account.failed')}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    </Card>
  );
}
