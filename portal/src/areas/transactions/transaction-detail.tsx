import { Button } from '@mantine/core';
import {
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  IconFileUnknown,
  IconPrinter,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TransactionDetail } from '@tonle/contract/transactions';
import { moneyText } from '@tonle/money';
import { type ReactNode, useState } from 'react';
import { dayOf, formatDay } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { paths, type TransactionView } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { useSession } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { DetailState } from '../../ui/detail-state.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Money } from '../../ui/money.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { DateTime, shortHash } from '../../ui/values.tsx';
import { DecisionButtons, DecisionCallout } from './decision.tsx';
import { DetailFields } from './detail-fields.tsx';
import { type Direction, directionOf, signOf } from './direction.ts';
import { ExchangeCard } from './exchange-card.tsx';
import { listAddress } from './list-return.ts';
import { destinationOf, PartiesCard, type Party, sourceOf } from './parties-card.tsx';
import { ProofCard } from './proof-card.tsx';
import { QrCard } from './qr-card.tsx';
import { stepsOf } from './status-steps.ts';
import styles from './transaction-detail.module.css';
import { BusinessStatus, TransactionStatus, useStates } from './transaction-states.tsx';
import { useTransactionsTexts } from './transactions-texts.ts';

const listTitles = {
  incoming: 'incoming.title',
  outgoing: 'outgoing.title',
  history: 'history.title',
  audit: 'history.title',
} as const satisfies Record<TransactionView, string>;

type ListLink = { label: string; to: string };
type DetailViewProps = {
  view: TransactionView;
  query: UseQueryResult<TransactionDetail>;
  /** Where the way back leads, where that is not the view's own list. */
  list?: ListLink;
};

/** A transaction whole, or why there is none to show. One heading throughout, so that the focus stays on it. */
export function TransactionDetailView({ view, query, list: given }: DetailViewProps) {
  const t = useTransactionsTexts();
  const { accountId } = useSession().user;
  const list = given ?? { label: t(listTitles[view]), to: listAddress(view) };
  const { data } = query;
  const direction = data && directionOf(data, accountId);
  return (
    <>
      {data && direction ? (
        <TransactionHeader
          transaction={data}
          direction={direction}
          list={list}
          actions={view === 'incoming' && <DecisionButtons transaction={data} />}
        />
      ) : (
        <TransactionHeader list={list} />
      )}
      {data && <ChangeAnnouncement transaction={data} />}
      {data && direction ? (
        <Shown view={view} transaction={data} direction={direction} />
      ) : (
        <Missing query={query} back={list.to} />
      )}
    </>
  );
}

/** Says to screen readers what the page shows them no other way: that the transaction has just changed under it. */
function ChangeAnnouncement({ transaction: it }: { transaction: TransactionDetail }) {
  const t = useTransactionsTexts();
  const states = useStates();
  const [first] = useState(() => `${it.transactionHash} ${it.status} ${it.businessStatus}`);
  const hasChanged = first !== `${it.transactionHash} ${it.status} ${it.businessStatus}`;
  const shown = it.businessStatus === null ? states.status(it.status) : states.business(it.businessStatus);
  return (
    <p className="tn-visually-hidden" role="status">
      {hasChanged && t('detail.changed', { status: shown.label ?? shown.code })}
    </p>
  );
}

type HeaderProps = { list: ListLink; actions?: ReactNode } & (
  | { transaction: TransactionDetail; direction: Direction }
  | { transaction?: undefined; direction?: undefined }
);

/** The amount as the page's title; before there is one, what the page is. */
function TransactionHeader({ transaction: it, direction, list, actions }: HeaderProps) {
  const t = useTransactionsTexts();
  if (it === undefined) {
    return <PageHeader title={t('detail.title')} crumbs={[list, { label: t('detail.title') }]} />;
  }
  const amount = it.transactionContent.commandList[0]?.amount ?? '';
  const sign = signOf(direction);
  return (
    <PageHeader
      crumbs={[list, { label: shortHash(it.transactionHash) }]}
      tile={<DirectionTile direction={direction} />}
      title={<Money amount={amount} currency={it.currencyName} code sign={sign} size="title" />}
      documentTitle={moneyText(amount, it.currencyName, { sign, code: true })}
      sentence={<Headline transaction={it} direction={direction} />}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.6} />}
            onClick={() => window.print()}
          >
            {t('detail.print')}
          </Button>
          {actions}
        </>
      }
    />
  );
}

/** A transaction that is still coming, that is none, or that could not be loaded. An answer without data counts as none (1-portal.md section 3). */
function Missing({ query, back }: { query: UseQueryResult<TransactionDetail>; back: string }) {
  const t = useTransactionsTexts();
  return (
    <DetailState
      query={query}
      absent={{
        icon: <IconFileUnknown size={20} stroke={1.6} />,
        title: t('detail.none'),
        text: t('detail.none.text'),
      }}
      failed={t('detail.failed')}
      back={{ to: back, label: t('detail.back') }}
    />
  );
}

type ShownProps = { view: TransactionView; transaction: TransactionDetail; direction: Direction };

const Shown = ({ view, transaction: it, direction }: ShownProps) => (
  <>
    {view === 'incoming' && <DecisionCallout transaction={it} />}
    <DetailColumns
      main={
        <>
          <PartiesCard transaction={it} />
          <DetailFields transaction={it} pairedPath={pairedPathOf(view, it)} />
          {it.currencyExchangeRate && <ExchangeCard exchange={it.currencyExchangeRate} />}
        </>
      }
      side={
        <>
          <HistoryCard transaction={it} direction={direction} />
          {getConfig().extensions && <ProofCard transaction={it} />}
          {it.qrCode !== null && it.qrCode !== '' && <QrCard text={it.qrCode} name={it.fiTransactionId} />}
        </>
      }
    />
  </>
);

/** An auditor has no address by id alone; a posting's pair starts where the posting ended. */
function pairedPathOf(view: TransactionView, it: TransactionDetail): string | undefined {
  if (it.pairedTrxHash === null) return undefined;
  return view === 'audit'
    ? paths.transaction('audit', it.destinationAccountId, it.pairedTrxHash)
    : paths.transactionById(it.pairedTrxHash);
}

const directionIcons = { in: IconArrowDownLeft, out: IconArrowUpRight, within: IconArrowsExchange };

function DirectionTile({ direction }: { direction: Direction }) {
  const Icon = directionIcons[direction];
  return (
    <IconTile tone={direction === 'in' ? 'primary' : 'neutral'} size={40}>
      <Icon size={20} stroke={1.6} />
    </IconTile>
  );
}

const nameOf = (party: Party): string => party.name ?? party.accountId;

/** The line under the amount: both states, with whom, when. */
function Headline({ transaction: it, direction }: { transaction: TransactionDetail; direction: Direction }) {
  const t = useTransactionsTexts();
  const [from, to] = [nameOf(sourceOf(it)), nameOf(destinationOf(it))];
  const texts: Record<Direction, () => ReactNode> = {
    in: () =>
      t.rich(it.transactionType === 'Deposit' ? 'headline.deposit-from' : 'headline.received-from', {
        party: <b>{from}</b>,
      }),
    out: () => t.rich('headline.sent-to', { party: <b>{to}</b> }),
    within: () => t.rich('headline.between', { from: <b>{from}</b>, to: <b>{to}</b> }),
  };
  return (
    <span className={styles.headline}>
      <TransactionStatus code={it.status} />
      <BusinessStatus code={it.businessStatus} tinted />
      <span className={styles.dot}>·</span>
      <span>{texts[direction]()}</span>
      <span className={styles.dot}>·</span>
      <DateTime value={it.transactionCreatedTime} />
    </span>
  );
}

function HistoryCard({
  transaction: it,
  direction,
}: {
  transaction: TransactionDetail;
  direction: Direction;
}) {
  const t = useTransactionsTexts();
  const states = useStates();
  const { language } = useLanguage();
  const days = new Set(it.events.map((event) => dayOf(event.time)));
  const [day] = days;
  return (
    <Card
      title={t('section.history')}
      aside={days.size === 1 && day !== undefined ? `${formatDay(day, language)} · UTC+7` : 'UTC+7'}
    >
      <Timeline steps={stepsOf(t, states, it, direction)} withDays={days.size > 1} />
    </Card>
  );
}
