import { useQuery } from '@tanstack/react-query';
import { type CustomerRow, desktopCustomers, mobileCustomers, webCustomers } from '@tonle/contract/customers';
import { kycStatuses } from '@tonle/contract/kyc-status';
import { listQueryOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { allAsked, pageAsked } from '../../table/asked.ts';
import { CodeFilter } from '../../table/code-filters.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExportButton } from '../reports/reports.public.tsx';
import { customerCard, useCustomerColumns } from './customer-columns.tsx';
import { auditorList, desktopList, mobileList, webList } from './customer-lists.ts';
import { useCustomersTexts } from './customers-texts.ts';
import { nameOf } from './names.ts';

const lists = {
  mobile: {
    list: mobileList,
    endpoint: mobileCustomers,
    report: 'exportMobileCustomers',
    mayExport: 'customers.export.mobile',
    kind: 'person',
    view: paths.kycInfo,
  },
  /** Auditors export nothing here (2-console.md section 6). */
  audit: {
    list: auditorList,
    endpoint: mobileCustomers,
    report: undefined,
    mayExport: undefined,
    kind: 'person',
    view: paths.auditorKycInfo,
  },
  desktop: {
    list: desktopList,
    endpoint: desktopCustomers,
    report: 'exportDesktopCustomers',
    mayExport: 'customers.export.desktop',
    kind: 'organization',
    view: paths.kycInfo,
  },
  web: {
    list: webList,
    endpoint: webCustomers,
    report: 'exportWebCustomers',
    mayExport: 'customers.export.web',
    kind: 'organization',
    view: paths.kycInfo,
  },
} as const;

const titles = {
  mobile: 'page.mobile-users',
  audit: 'page.auditor-users',
  desktop: 'page.desktop-users',
  web: 'page.web-users',
} as const;

/** The customers of one channel (2-console.md section 2). The auditor's list is the mobile one, to read. */
export function CustomerList({ of }: { of: keyof typeof lists }) {
  const t = useCustomersTexts();
  const { list: definition, endpoint, report, mayExport, kind, view } = lists[of];
  const list = useList(definition);
  const columns = useCustomerColumns(kind);
  const { search, kyc } = list.filters;
  const query = useQuery(
    listQueryOf(endpoint as typeof mobileCustomers, {
      query: {
        ...pageAsked(list),
        filter: search,
        kyc,
      },
    }),
  );
  const title = useShellTexts()(titles[of]);
  return (
    <>
      <PageHeader
        title={title}
        sentence={t(`list.${of}.sentence`, { bank: useSession().user.bankName })}
        actions={
          report && (
            <ExportButton
              report={report}
              permission={mayExport}
              input={{
                query: { ...allAsked(list), filter: search, kyc },
              }}
            />
          )
        }
      />
      <FilterBar list={list}>
        <SearchFilter name="search" placeholder={t('list.search')} />
        <CodeFilter
          name="kyc"
          label={t('field.kyc')}
          allLabel={t('list.all')}
          options={kycStatuses.map((code) => ({ code, label: t(`kyc.${code}`) }))}
        />
      </FilterBar>
      <DataTable<CustomerRow>
        label={title}
        list={list}
        query={query}
        columns={columns}
        card={customerCard}
        rowKey={(it) => it.accountId}
        rowLabel={nameOf}
        rowLink={(it) => view(it.accountId)}
        emptyText={t('list.empty')}
        noMatchTitle={t('list.no-match')}
      />
    </>
  );
}
