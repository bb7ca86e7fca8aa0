import { Link } from '@tanstack/react-router';
import { formatPhone } from '@tonle/contract/phone';
import type { TransactionDetail } from '@tonle/contract/transactions';
import { currencies } from '@tonle/money';
import { Card } from '../../ui/card.tsx';
import { Dash } from '../../ui/dash.tsx';
import { type FieldRow, FieldRows } from '../../ui/field-rows.tsx';
import { Money } from '../../ui/money.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { RawCode } from '../../ui/status.tsx';
import { Copyable, DateTime, Hash } from '../../ui/values.tsx';
import { WalletType } from './parties-card.tsx';
import { typeText } from './transaction-columns.tsx';
import styles from './transaction-detail.module.css';
import { type ShownState, useStates } from './transaction-states.tsx';
import { useTransactionsTexts } from './transactions-texts.ts';

/** A state in words with its raw code after it; an unknown one is its code alone. */
const Labelled = ({ state }: { state: ShownState }) => (
  <>
    {state.label}
    {state.label !== state.code && <RawCode code={state.code} />}
  </>
);

type DetailFieldsProps = {
  transaction: TransactionDetail;
  /** Where the paired transaction is shown. */
  pairedPath: string | undefined;
};

/** Every field of a transaction (1-portal.md section 3) that the parties and the other cards do not show. */
export function DetailFields({ transaction: it, pairedPath }: DetailFieldsProps) {
  const t = useTransactionsTexts();
  const rows = [...useIdentifierRows(it, pairedPath), ...useStateRows(it), ...useContentRows(it)];
  return (
    <Card title={t('section.details')}>
      <div className={styles.fields}>
        <FieldRows rows={rows} />
      </div>
    </Card>
  );
}

type Rows = readonly (FieldRow | false)[];

function useIdentifierRows(it: TransactionDetail, pairedPath: string | undefined): Rows {
  const t = useTransactionsTexts();
  const identifier = (label: string, value: string | null): FieldRow => ({
    label,
    value: value ? <Copyable value={value} name={label} /> : <Dash />,
  });
  return [
    {
      label: t('field.hash'),
      value: <Hash value={it.transactionHash} full copyName={t('field.hash')} />,
    },
    {
      label: t('field.paired-hash'),
      value:
        it.pairedTrxHash === null || pairedPath === undefined ? (
          <Dash />
        ) : (
          <Copyable
            value={it.pairedTrxHash}
            name={t('field.paired-hash')}
            text={
              <Link to={pairedPath} className={styles.paired}>
                {it.pairedTrxHash}
              </Link>
            }
          />
        ),
    },
    identifier(t('field.reference'), it.extRef),
    identifier(t('field.fast-id'), it.fastTransactionId),
    identifier(t('field.fi-id'), it.fiTransactionId),
  ];
}

function useStateRows(it: TransactionDetail): Rows {
  const t = useTransactionsTexts();
  const states = useStates();
  const commands = it.transactionContent.commandList.map((command) => command.commandCase);
  return [
    { label: t('field.date'), value: <DateTime value={it.transactionCreatedTime} /> },
    it.trxDaytime !== it.transactionCreatedTime && {
      label: t('field.time'),
      value: <DateTime value={it.trxDaytime} />,
    },
    { label: t('field.status'), value: <Labelled state={states.status(it.status)} /> },
    {
      label: t('field.business'),
      value: it.businessStatus === null ? <Dash /> : <Labelled state={states.business(it.businessStatus)} />,
    },
    it.fstTrxStatus !== null &&
      it.fstTrxStatus !== it.businessStatus && {
        label: t('field.fst-status'),
        value: <Labelled state={states.business(it.fstTrxStatus)} />,
      },
    it.decisionDelivery !== null && {
      label: t('field.delivery'),
      value: (
        <>
          {t(`delivery.${it.decisionDelivery.state}`)}
          {'\u00a0·\u00a0'}
          <DateTime value={it.decisionDelivery.time} />
        </>
      ),
    },
    {
      label: t('field.type'),
      value: (
        <>
          {typeText(t, it.transactionType)}
          <RawCode code={commands.join(', ')} />
        </>
      ),
    },
    it.transactionWalletType !== null && {
      label: t('field.wallet'),
      value: <WalletType code={it.transactionWalletType} />,
    },
  ];
}

function useContentRows(it: TransactionDetail): Rows {
  const t = useTransactionsTexts();
  const { commandList, details } = it.transactionContent;
  const funds = details.sourceOfFunds;
  return [
    {
      label: t('field.amount'),
      value: <Money amount={commandList[0]?.amount ?? ''} currency={it.currencyName} code />,
    },
    {
      label: t('field.asset'),
      value: (
        <>
          {t('field.asset.value', {
            currency: currencies.includes(it.currencyName)
              ? t(`currency.${it.currencyName}`)
              : it.currencyName,
            symbol: it.currencySymbol,
            decimals: it.precision,
          })}
          <RawCode code={it.assetId} />
        </>
      ),
    },
    { label: t('field.description'), value: it.description ? <ReasonText of={it.description} /> : <Dash /> },
    funds !== null && {
      label: t('field.source-of-funds'),
      value: [funds.name, formatPhone(funds.phoneNumber)].filter(Boolean).join(', '),
    },
    {
      label: t('field.error'),
      // The network's own words.
      value: it.errorMessage ? (
        <span lang="en">{it.errorMessage}</span>
      ) : (
        <span className="tn-muted">{t('none')}</span>
      ),
    },
  ];
}
