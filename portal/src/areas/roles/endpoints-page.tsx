import { useQuery } from '@tanstack/react-query';
import { authEndpoints, type EndpointPermission, tpsEndpoints } from '@tonle/contract/roles';
import { useMemo } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { pageAsked } from '../../table/asked.ts';
import type { CardParts, Column } from '../../table/column.ts';
import { useList } from '../../table/use-list.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { PermissionNames } from './permission-name.tsx';
import styles from './roles.module.css';
import { authEndpointList, tpsEndpointList } from './roles-lists.ts';
import { useRolesTexts } from './roles-texts.ts';
import { SearchedTable } from './searched-table.tsx';
import { useView } from './use-view.ts';

/** /endpoints: every call of the contract and who may make it, in the tabs Auth and TPS. */
export default function EndpointsPage() {
  const t = useRolesTexts();
  const [view, setView] = useView(['auth', 'tps']);
  return (
    <>
      <PageHeader title={t('endpoints.title')} sentence={t('endpoints.sentence')} />
      <div className={styles.views}>
        <Segments
          label={t('endpoints.view')}
          value={view}
          onChange={setView}
          choices={[
            { value: 'auth', label: t('endpoints.view.auth') },
            { value: 'tps', label: t('endpoints.view.tps') },
          ]}
        />
      </div>
      <EndpointTable key={view} view={view} />
    </>
  );
}

function EndpointTable({ view }: { view: 'auth' | 'tps' }) {
  const t = useRolesTexts();
  const isAuth = view === 'auth';
  const list = useList(isAuth ? authEndpointList : tpsEndpointList);
  const query = useQuery(
    listQueryOf(isAuth ? authEndpoints : tpsEndpoints, {
      query: {
        ...pageAsked(list),
        filter: list.filters.search,
      },
    }),
  );
  return (
    <SearchedTable
      of="endpoints"
      label={t(isAuth ? 'endpoints.view.auth' : 'endpoints.view.tps')}
      list={list}
      query={query}
      columns={useEndpointColumns()}
      card={endpointCard}
      nameOf={(it) => it.endpoint}
    />
  );
}

type OfEndpoint = { of: EndpointPermission };

/** Its method, then its path. */
function Call({ of: { endpoint } }: OfEndpoint) {
  const [method, path] = endpoint.split(' ');
  return (
    <span className={styles.code}>
      <span className={styles.method}>{method}</span> {path}
    </span>
  );
}

function WhoMayCall({ of: { access, permissions } }: OfEndpoint) {
  const t = useRolesTexts();
  return access === 'PERMISSION' ? <PermissionNames names={permissions} /> : t(`access.${access}`);
}

/** What it does is told in English alone, as the contract tells it. */
const Summary = ({ of: { summary } }: OfEndpoint) => (
  <span lang="en" className={styles.summary}>
    {summary}
  </span>
);

const endpointCard = (it: EndpointPermission): CardParts => ({
  title: <Call of={it} />,
  text: <Summary of={it} />,
  states: <WhoMayCall of={it} />,
});

function useEndpointColumns(): readonly Column<EndpointPermission>[] {
  const t = useRolesTexts();
  return useMemo(
    () => [
      {
        id: 'endpoint',
        header: t('column.endpoint'),
        width: 380,
        sort: 'endpoint',
        pinned: true,
        required: true,
        cell: (it) => <Call of={it} />,
      },
      {
        id: 'access',
        header: t('column.access'),
        width: 240,
        sort: 'access',
        cell: (it) => <WhoMayCall of={it} />,
      },
      {
        id: 'summary',
        header: t('column.summary'),
        width: 380,
        priority: 2,
        cell: (it) => <Summary of={it} />,
      },
    ],
    [t],
  );
}
