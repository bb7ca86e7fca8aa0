import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { Dashboard, DashboardDay } from '@tonle/contract/dashboard';
import { type Currency, currencies, symbolOf } from '@tonle/money';
import { type ReactNode, useState } from 'react';
import { formatCount, formatDay } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { Money } from '../../ui/money.tsx';
import { Segments } from '../../ui/segments.tsx';
import { axisOf, extentOf, minorOf, shareOf, shortAmount } from './chart-scale.ts';
import styles from './dashboard.module.css';
import { useDashboardTexts } from './dashboard-texts.ts';

type Way = 'incoming' | 'outgoing';
const ways = ['incoming', 'outgoing'] as const;
type Shown = { currency: Currency; days: readonly DashboardDay[] };

const sumOf = ({ days, currency }: Shown, way: Way): bigint =>
  days.reduce((sum, it) => sum + minorOf(it[way].amount, currency), 0n);

/** What came in and went out each day, by the two lists. As bars, or as the table that says the same. */
export function FlowsCard({ figures }: { figures: Dashboard['currencies'] }) {
  const t = useDashboardTexts();
  const [currency, setCurrency] = useState<Currency>('KHR');
  const [asTable, setAsTable] = useState(false);
  const shown: Shown = { currency, days: figures[currency].days };
  return (
    <section className={`tn-card ${styles.flows}`} aria-labelledby="flows-title">
      <div className={styles.flowsHead}>
        <h2 id="flows-title" className={styles.cardTitle}>
          {t('flows.title')} <span className={styles.muted}>{t('flows.days')}</span>
        </h2>
        <span className={styles.legend}>
          {ways.map((way) => (
            <span key={way}>
              <i className={styles[way]} aria-hidden="true" /> {t(way)}{' '}
              <Money amount={sumOf(shown, way)} currency={currency} size="strong" />
            </span>
          ))}
        </span>
        <Segments
          label={t('flows.currency')}
          value={currency}
          choices={currencies.map((value) => ({ value, label: value }))}
          onChange={setCurrency}
        />
      </div>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard.
        <section className={styles.tableFrame} tabIndex={0} aria-label={t('flows.table', { currency })}>
          <FlowsTable {...shown} />
        </section>
      ) : (
        <>
          <Bars {...shown} />
          <div className="tn-visually-hidden">
            <FlowsTable {...shown} />
          </div>
        </>
      )}
      <p className={`${styles.flowsFoot} tn-screen-only`}>
        <Button
          variant="subtle"
          color="gray"
          aria-pressed={asTable}
          leftSection={
            asTable ? <IconChartBar size={16} stroke={1.6} /> : <IconTable size={16} stroke={1.6} />
          }
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'flows.show-chart' : 'flows.show-table')}
        </Button>
      </p>
    </section>
  );
}

function FlowsTable({ currency, days }: Shown) {
  const t = useDashboardTexts();
  const { language } = useLanguage();
  const row = (head: ReactNode, cells: (way: Way) => { count: number; amount: string | bigint }) => (
    <>
      <th scope="row">{head}</th>
      {ways.flatMap((way) => {
        const { count, amount } = cells(way);
        return [
          <td key={`${way}-count`}>{formatCount(count)}</td>,
          <td key={way}>
            <Money amount={amount} currency={currency} />
          </td>,
        ];
      })}
    </>
  );
  const shown = { currency, days };
  return (
    <table className={styles.table}>
      <caption className="tn-visually-hidden">{t('flows.table', { currency })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('history.day')}</th>
          {ways.flatMap((way) => [
            <th key={`${way}-count`} scope="col">
              {t(`${way}.count`)}
            </th>,
            <th key={way} scope="col">
              {t(way)}
            </th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((it) => (
          <tr key={it.day}>{row(formatDay(it.day, language), (way) => it[way])}</tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          {row(t('flows.total'), (way) => ({
            count: days.reduce((sum, it) => sum + it[way].count, 0),
            amount: sumOf(shown, way),
          }))}
        </tr>
      </tfoot>
    </table>
  );
}

/** Every so many days one is named below the bars. */
const namedEvery = 5;

/** Two bars a day. For eyes alone: the table carries the same. */
function Bars({ currency, days }: Shown) {
  const t = useDashboardTexts();
  const { language } = useLanguage();
  const [at, setAt] = useState<number>();
  const amounts = days.flatMap((it) => ways.map((way) => minorOf(it[way].amount, currency)));
  const axis = axisOf(extentOf(amounts).mostMinor, currency);
  const height = (minor: bigint) => ({ height: `${shareOf(minor, axis.topMinor) * 100}%` });
  const pointed = at === undefined ? undefined : days[at];
  return (
    <div className={styles.chart} aria-hidden="true" onPointerLeave={() => setAt(undefined)}>
      {axis.ticksMinor.map((it) => {
        const { scale, value } = shortAmount(it, currency);
        return (
          <div
            key={String(it)}
            className={styles.tick}
            style={{ bottom: `${shareOf(it, axis.topMinor) * 100}%` }}
          >
            <span>
              <span className={currency === 'KHR' ? 'tn-riel' : undefined}>{symbolOf(currency)}</span>
              {t(`axis.${scale}`, { value })}
            </span>
          </div>
        );
      })}
      <div className={styles.bars}>
        {days.map((it, index) => (
          <div key={it.day} className={styles.day} onPointerEnter={() => setAt(index)}>
            {ways.map((way) => (
              <i key={way} className={styles[way]} style={height(minorOf(it[way].amount, currency))} />
            ))}
            {(days.length - 1 - index) % namedEvery === 0 && (
              <span data-second={(days.length - 1 - index) % (2 * namedEvery) !== 0 || undefined}>
                {formatDay(it.day, language).replace(/ \d{4}$/, '')}
              </span>
            )}
          </div>
        ))}
      </div>
      {pointed && at !== undefined && <Pointed day={pointed} at={at} of={days.length} currency={currency} />}
    </div>
  );
}

type PointedProps = { day: DashboardDay; at: number; of: number; currency: Currency };

/** The figures of the day under the pointer, beside it on the side where there is room. */
function Pointed({ day, at, of, currency }: PointedProps) {
  const t = useDashboardTexts();
  const { language } = useLanguage();
  const difference = minorOf(day.incoming.amount, currency) - minorOf(day.outgoing.amount, currency);
  const isLeft = at < of / 2;
  const place = isLeft
    ? { left: `calc(72px + (100% - 72px) * ${(at + 1) / of})` }
    : { right: `calc((100% - 72px) * ${(of - at) / of})` };
  return (
    <div className={styles.pointed} style={place}>
      <b>{formatDay(day.day, language)}</b>
      {ways.map((way) => (
        <span key={way}>
          <i className={styles[way]} /> {t(way)} <small>{t('flows.count', { count: day[way].count })}</small>
          <Money amount={day[way].amount} currency={currency} size="strong" />
        </span>
      ))}
      <span>
        <i /> {t('flows.net')} <Money amount={difference} currency={currency} sign="always" size="strong" />
      </span>
    </div>
  );
}
