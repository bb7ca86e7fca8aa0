import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channelAccountTypes } from '@tonle/contract/channel-permissions';
import { type DomainAccount, domainAccounts } from '@tonle/contract/domain-accounts';
import { useState } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { formatCount } from '../../i18n/time.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { CodeFilter } from '../../table/code-filters.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { DropZone } from '../../table/drop-zone.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { writeSort } from '../../table/list-definition.ts';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { FailedBanner } from '../../ui/failed-banner.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/status.tsx';
import { ExportButton } from '../reports/reports.public.tsx';
import { accountCard, nameOf, useAccountColumns } from './account-columns.tsx';
import { directList, indirectList } from './domain-account-lists.ts';
import styles from './domain-accounts.module.css';
import { useDomainAccountsTexts } from './domain-accounts-texts.ts';
import { OutcomesDialog } from './outcomes-dialog.tsx';
import { type Group, useMove } from './use-move.ts';
import { background, type Sums, shownCurrencies, useFreshBalances, useTotals } from './use-totals.ts';

/** /total_account: all accounts under the bank's domain, direct and indirect (2-console.md section 2). */
export default function TotalAccountPage() {
  const t = useDomainAccountsTexts();
  const shell = useShellTexts();
  const { bankName } = useSession().user;
  const totals = useTotals();
  const moving = useMove();
  useFreshBalances();
  return (
    <>
      <PageHeader
        title={shell('page.total-account')}
        sentence={t('sentence', { bank: bankName })}
        actions={
          <ExportButton
            report="exportAccountList"
            permission="domain-accounts.export"
            input={{ query: { unpaged: 'true' } }}
          />
        }
      />
      <FailedBanner query={totals} title={t('failed')} />
      <div className={styles.totals}>
        {shownCurrencies.map((currency) => (
          <section key={currency} className={`tn-card ${styles.total}`} aria-label={t(`total.${currency}`)}>
            <h2>
              {t(`total.${currency}`)} <Tag>{currency}</Tag>
            </h2>
            <p className={styles.amount}>
              {totals.domain ? (
                <Money amount={totals.domain.amounts[currency]} currency={currency} size="title" />
              ) : totals.error ? (
                <Dash />
              ) : (
                <SkeletonBar width={220} height={22} top={8} />
              )}
            </p>
            <p className={styles.hint}>
              {totals.domain?.count === undefined ? ' ' : t('total.accounts', { count: totals.domain.count })}
            </p>
          </section>
        ))}
      </div>
      <div className={styles.groups}>
        <GroupSection
          group="direct"
          moving={moving}
          lines={[
            ['direct.main', totals.main],
            ['direct.branch', totals.branch],
            ['direct.sum', totals.direct],
          ]}
          failed={totals.error !== null}
        />
        <GroupSection
          group="indirect"
          moving={moving}
          lines={[['indirect.sum', totals.indirect]]}
          failed={totals.error !== null}
        />
      </div>
      {moving.moved && <OutcomesDialog moved={moving.moved} onClose={moving.close} />}
    </>
  );
}

type LineName = 'direct.main' | 'direct.branch' | 'direct.sum' | 'indirect.sum';
type Lines = readonly (readonly [LineName, Sums | undefined])[];
type GroupProps = { group: Group; lines: Lines; failed: boolean; moving: ReturnType<typeof useMove> };

/** A card of sums, and the table of its accounts below; rows go to the other group by dragging or by the button. */
function GroupSection({ group, lines, failed, moving }: GroupProps) {
  const t = useDomainAccountsTexts();
  const count = lines.at(-1)?.[1]?.count;
  return (
    <section className={styles.group} aria-labelledby={`group-${group}`}>
      <div className={`tn-card ${styles.card}`}>
        <h2 id={`group-${group}`} className={styles.title}>
          {t(group)} {count !== undefined && <Tag>{formatCount(count)}</Tag>}
        </h2>
        <p className={styles.hint}>{t(`${group}.sentence`)}</p>
        <SumsTable label={t(group)} lines={lines} failed={failed} />
      </div>
      <GroupTable group={group} moving={moving} />
    </section>
  );
}

function SumsTable({ label, lines, failed }: { label: string; lines: Lines; failed: boolean }) {
  const t = useDomainAccountsTexts();
  return (
    <table className={styles.sums} aria-label={label}>
      <thead className="tn-visually-hidden">
        <tr>
          <th scope="col">{t('sums.what')}</th>
          <th scope="col">{t('sums.accounts')}</th>
          {shownCurrencies.map((currency) => (
            <th key={currency} scope="col">
              {currency}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, sums]) => (
          <tr key={name}>
            <th scope="row">{t(name)}</th>
            <td>{sums?.count === undefined ? '' : formatCount(sums.count)}</td>
            {shownCurrencies.map((currency) => (
              <td key={currency}>
                {sums ? (
                  <Money amount={sums.amounts[currency]} currency={currency} code />
                ) : failed ? (
                  <Dash />
                ) : (
                  '…'
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const groups = {
  direct: { list: directList, branch: 'DIRECT_ACCOUNT', to: 'indirect' },
  indirect: { list: indirectList, branch: 'INDIRECT_ACCOUNT', to: 'direct' },
} as const;

function GroupTable({ group, moving }: Pick<GroupProps, 'group' | 'moving'>) {
  const t = useDomainAccountsTexts();
  const { list: definition, branch, to } = groups[group];
  const mayMove = useSession().permissions.has('domain-accounts.move');
  const list = useList(definition);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { filter, type } = list.filters;
  const query = useQuery(
    listQueryOf(
      domainAccounts,
      {
        query: {
          branch,
          page: list.page - 1,
          size: list.size,
          sort: list.sort && writeSort(list.sort),
          filter,
          type,
        },
      },
      background,
    ),
  );
  // What has gone to the other group, or to another page, is not chosen any more, and is not when it comes back.
  const selected = new Set((query.data?.rows ?? []).map((it) => it.accountId).filter((it) => chosen.has(it)));
  if (query.data !== undefined && selected.size < chosen.size) setChosen(selected);
  const columns = useAccountColumns();
  const run = async () => {
    const ids = [...selected];
    if (await moving.move(to, ids)) setChosen(new Set());
  };
  const table = (
    <>
      <FilterBar list={list}>
        <SearchFilter name="filter" placeholder={t('search')} />
        <CodeFilter
          name="type"
          label={t('filter.type')}
          allLabel={t('filter.all')}
          options={channelAccountTypes.map((code) => ({ code, label: t(`filter.${code}`) }))}
        />
      </FilterBar>
      <DataTable<DomainAccount>
        label={t(`${group}.table`)}
        list={list}
        query={query}
        columns={columns}
        card={accountCard}
        rowKey={(it) => it.accountId}
        rowLabel={nameOf}
        rowLink={(it) => paths.accountDetail(it.accountId)}
        emptyText={t(`${group}.empty`)}
        noMatchTitle={t('no-match')}
        {...(mayMove && {
          selection: {
            selected,
            onChange: setChosen,
            dragName: group,
            actions: () => (
              <Button variant="default" loading={moving.running === to} onClick={() => void run()}>
                {t(`move.${to}`)}
              </Button>
            ),
          },
        })}
      />
    </>
  );
  return mayMove ? (
    <DropZone takes={to} action={t(`move.${group}`)} onDrop={(ids) => void moving.move(group, ids)}>
      {table}
    </DropZone>
  ) : (
    table
  );
}
