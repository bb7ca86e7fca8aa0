import { IconArrowDownLeft, IconArrowsExchange, IconArrowUpRight } from '@tabler/icons-react';
import type { PageOf } from '@tonle/contract/paging';
import type { TransactionRow } from '@tonle/contract/transactions';
import { moneyText } from '@tonle/money';
import { useMemo } from 'react';
import type { Translate } from '../../i18n/use-texts.tsx';
import { useSession } from '../../session/session.ts';
import type { CardParts, Column } from '../../table/column.ts';
import { useInTime } from '../../table/use-in-time.ts';
import { Dash } from '../../ui/dash.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Money } from '../../ui/money.tsx';
import { AccountId, DateTime, Hash } from '../../ui/values.tsx';
import { directionOf } from './direction.ts';
import styles from './transaction-list.module.css';
import { BusinessStatus, TransactionStatus } from './transaction-states.tsx';
import type english from './transactions.en.ts';
import { useTransactionsTexts } from './transactions-texts.ts';

const amountOf = (it: TransactionRow): string => it.transactionContent.commandList[0]?.amount ?? '';

/** A value that its column may cut; the whole of it stands in the title. */
const Cut = ({ value, children }: { value: string; children: React.ReactNode }) => (
  <span title={value}>{children}</span>
);

const typeNames = ['Deposit', 'Send/Pay', 'Receive'] as const;

/** A transaction type in words; an unknown one as it came. */
export function typeText(t: Translate<typeof english>, type: string): string {
  const known = typeNames.find((name) => name === type);
  return known === undefined ? type : t(`type.${known}`);
}

const amountWidthMin = 112;
const figureWidth = 8;

/** Wide enough for the longest of these amounts: an amount is never cut. */
function amountWidthOf(rows: readonly TransactionRow[]): number {
  const lengths = rows.map((it) => moneyText(amountOf(it), it.currencyName).length);
  return Math.max(amountWidthMin, 24 + figureWidth * Math.max(0, ...lengths));
}

/** Those of an account's details: without External reference, Status and Business Status, with Transaction Type. */
const inAccount = ['hash', 'date', 'from', 'to', 'currency', 'amount', 'type'];

/** The columns of the specification, in its order and words (1-portal.md section 2). The View icon is the table's own. */
export function useTransactionColumns(
  page: PageOf<TransactionRow> | undefined,
  of: 'list' | 'account' = 'list',
): readonly Column<TransactionRow>[] {
  const t = useTransactionsTexts();
  const amountWidth = amountWidthOf(useInTime(page)?.rows ?? []);
  const columns = useMemo<readonly Column<TransactionRow>[]>(
    () => [
      {
        id: 'hash',
        header: t('column.hash'),
        width: 94,
        pinned: true,
        required: true,
        cell: (it) => <Hash value={it.transactionHash} />,
      },
      {
        id: 'reference',
        header: t('column.reference'),
        width: 132,
        priority: 3,
        cell: (it) => (it.extRef ? <Cut value={it.extRef}>{it.extRef}</Cut> : <Dash />),
      },
      {
        id: 'date',
        header: t('column.date'),
        width: 156,
        sort: 'transactionCreatedTime',
        cell: (it) => <DateTime value={it.transactionCreatedTime} />,
      },
      {
        id: 'from',
        header: t('column.from'),
        width: 136,
        cell: (it) => (
          <Cut value={it.sourceAccountId}>
            <AccountId id={it.sourceAccountId} />
          </Cut>
        ),
      },
      {
        id: 'to',
        header: t('column.to'),
        width: 142,
        cell: (it) => (
          <Cut value={it.destinationAccountId}>
            <AccountId id={it.destinationAccountId} />
          </Cut>
        ),
      },
      {
        id: 'currency',
        header: t('column.currency'),
        width: 48,
        priority: 2,
        cell: (it) => <span className={styles.currency}>{it.currencyName}</span>,
      },
      {
        id: 'amount',
        header: t('column.amount'),
        width: amountWidth,
        align: 'end',
        pinned: true,
        required: true,
        cell: (it) => <Money amount={amountOf(it)} currency={it.currencyName} />,
      },
      {
        id: 'status',
        header: t('column.status'),
        width: 98,
        cell: (it) => <TransactionStatus code={it.status} />,
      },
      {
        id: 'business',
        header: t('column.business'),
        width: 173,
        cell: (it) => <BusinessStatus code={it.businessStatus} />,
      },
      {
        id: 'type',
        header: t('column.type'),
        width: 120,
        cell: (it) => typeText(t, it.transactionType),
      },
    ],
    [t, amountWidth],
  );
  return useMemo(
    () => columns.filter(({ id }) => (of === 'account' ? inAccount.includes(id) : id !== 'type')),
    [columns, of],
  );
}

const icons = { in: IconArrowDownLeft, out: IconArrowUpRight, within: IconArrowsExchange };

/** A transaction as a card on narrow screens: the other side first; `ofAccount` where the list is one account's. */
export function useTransactionCard(ofAccount?: string): (it: TransactionRow) => CardParts {
  const t = useTransactionsTexts();
  const { accountId } = useSession().user;
  return (it) => {
    const direction = directionOf(it, ofAccount ?? accountId);
    const Icon = icons[direction];
    const isIn = direction === 'in';
    const [other, own] = isIn
      ? [it.sourceAccountId, it.destinationAccountId]
      : [it.destinationAccountId, it.sourceAccountId];
    return {
      tile: (
        <IconTile size={24} tone={isIn ? 'primary' : 'neutral'}>
          <Icon size={16} stroke={1.6} />
        </IconTile>
      ),
      title: <AccountId id={other} />,
      amount: <Money amount={amountOf(it)} currency={it.currencyName} size="strong" />,
      text: t(isIn ? 'card.to' : 'card.from', { account: own }),
      time: <DateTime value={it.transactionCreatedTime} />,
      states:
        ofAccount === undefined ? (
          <>
            <TransactionStatus code={it.status} />
            {it.businessStatus !== null && <BusinessStatus code={it.businessStatus} />}
          </>
        ) : (
          typeText(t, it.transactionType)
        ),
    };
  };
}
