import { Button } from '@mantine/core';
import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ChannelAccountType, permissionFor } from '@tonle/contract/channel-permissions';
import { type KycLimit, kycLimitCan, limitsOf, type mobileLimits } from '@tonle/contract/kyc-limits';
import { useMemo } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { linkTo, paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { allAsked, pageAsked } from '../../table/asked.ts';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge, Tag } from '../../ui/status.tsx';
import { ExportButton } from '../reports/reports.public.tsx';
import { kycLimitLists } from './kyc-limit-lists.ts';
import styles from './kyc-limits.module.css';
import { useKycLimitsTexts } from './kyc-limits-texts.ts';

const exportOf = {
  MOBILE: 'exportMobileLimits',
  DESKTOP: 'exportDesktopLimits',
  WEB: 'exportWebLimits',
} as const;

export const MobileLimits = () => <LimitsPage accountType="MOBILE" />;
export const DesktopLimits = () => <LimitsPage accountType="DESKTOP" />;
export const WebLimits = () => <LimitsPage accountType="WEB" />;

/** /kyc-limit-amount/mobile-limit, desktop-limit and web-limit. */
function LimitsPage({ accountType }: { accountType: ChannelAccountType }) {
  const t = useKycLimitsTexts();
  const list = useList(kycLimitLists[accountType]);
  const query = useQuery(
    listQueryOf<typeof mobileLimits>(limitsOf[accountType] as typeof mobileLimits, {
      query: {
        ...pageAsked(list),
        filter: list.filters.filter,
      },
    }),
  );
  const columns = useLimitColumns();
  const card = useLimitCard();
  const title = t('list.title', { channel: t(`channel.${accountType}`) });
  const mayAdd = mayOpenPage(useSession(), 'kyc-limit-add');
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('list.sentence')}
        actions={
          <>
            <ExportButton
              report={exportOf[accountType]}
              permission={permissionFor('kyc-limits.export', accountType)}
              input={{
                query: {
                  ...allAsked(list),
                  filter: list.filters.filter,
                },
              }}
            />
            {mayAdd && (
              <Button
                component={Link}
                {...linkTo(paths.kycLimitAdd(accountType))}
                leftSection={<IconPlus size={16} stroke={1.6} />}
              >
                {t('list.add')}
              </Button>
            )}
          </>
        }
      />
      <FilterBar list={list}>
        <SearchFilter name="filter" placeholder={t('list.search')} />
      </FilterBar>
      <DataTable
        label={title}
        list={list}
        query={query}
        columns={columns}
        card={card}
        rowKey={(it) => it.id}
        rowLabel={(it) => it.limitName}
        emptyText={t('list.empty')}
        noMatchTitle={t('list.no-match')}
      />
    </>
  );
}

function LimitName({ limit }: { limit: KycLimit }) {
  const t = useKycLimitsTexts();
  return (
    <>
      {limit.limitName} {!limit.customLimit && <Tag>{t('row.national')}</Tag>}
    </>
  );
}

function KycState({ code }: { code: KycLimit['kycStatus'] }) {
  const t = useKycLimitsTexts();
  return (
    <StatusBadge tone={code === 'FULL_KYC' ? 'success' : 'neutral'} label={t(`kyc.${code}`)} code={code} />
  );
}

/** The way to the edit screen; what cannot be edited is looked at there. */
function EditLink({ limit }: { limit: KycLimit }) {
  const t = useKycLimitsTexts();
  const isEditable = kycLimitCan.edit(limit);
  const name = t(isEditable ? 'row.edit' : 'row.view', { name: limit.limitName });
  const Icon = isEditable ? IconPencil : IconEye;
  return (
    <Link {...linkTo(paths.kycLimitEdit(limit.id))} className={styles.edit} aria-label={name} title={name}>
      <Icon size={18} stroke={1.6} />
    </Link>
  );
}

function useLimitColumns(): readonly Column<KycLimit>[] {
  const t = useKycLimitsTexts();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        cell: (it) => <LimitName limit={it} />,
        sort: 'limitName',
        width: 220,
        pinned: true,
        required: true,
      },
      {
        id: 'khr',
        header: t('column.khr'),
        cell: (it) => <Money amount={it.limits['khr#nbc'].dayLimit} currency="KHR" />,
        align: 'end',
        sort: 'khrLimit',
        width: 180,
      },
      {
        id: 'usd',
        header: t('column.usd'),
        cell: (it) => <Money amount={it.limits['usd#nbc'].dayLimit} currency="USD" />,
        align: 'end',
        sort: 'usdLimit',
        width: 180,
      },
      {
        id: 'kyc',
        header: t('column.kyc'),
        cell: (it) => <KycState code={it.kycStatus} />,
        sort: 'kycStatus',
        width: 150,
      },
      {
        id: 'description',
        header: t('column.description'),
        cell: (it) => it.description ?? <Dash />,
        width: 260,
        priority: 2,
      },
      {
        id: 'edit',
        header: t('column.edit'),
        cell: (it) => <EditLink limit={it} />,
        width: 72,
        required: true,
        screenOnly: true,
      },
    ],
    [t],
  );
}

function useLimitCard(): (limit: KycLimit) => CardParts {
  return (it) => ({
    title: <LimitName limit={it} />,
    amount: <Money amount={it.limits['khr#nbc'].dayLimit} currency="KHR" />,
    text: <Money amount={it.limits['usd#nbc'].dayLimit} currency="USD" />,
    time: <EditLink limit={it} />,
    states: <KycState code={it.kycStatus} />,
  });
}
