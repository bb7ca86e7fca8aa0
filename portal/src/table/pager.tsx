import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { pageSizes } from '@tonle/contract/page-sizes';
import type { PageOf } from '@tonle/contract/paging';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { timeOf } from '../i18n/time.ts';
import styles from './data-table.module.css';
import { pageWindow } from './page-window.ts';
import type { List } from './use-list.ts';

type PagerProps = {
  list: List;
  query: UseQueryResult<PageOf<unknown>, Error>;
  paging: 'steps' | 'numbers';
  /** Names the links to the pages; on a page with several lists, of which. */
  pagesLabel: string;
};

/** Below a table: page size, when it was read, and the pages. */
export function Pager({ list, query, paging, pagesLabel }: PagerProps) {
  const t = useShellTexts();
  // Where there is nothing to go to, a phone needs no bar for it.
  const isOnePage = !query.isPending && list.page === 1 && !hasNextPage(list, query.data);
  return (
    <div
      className={`${styles.pager} ${paging === 'steps' ? styles.steps : ''} ${isOnePage ? styles.onePage : ''} tn-screen-only`}
      // Before the first rows nobody knows where it will stand: it appears there, instead of moving there.
      style={{ visibility: query.isPending ? 'hidden' : undefined }}
      data-bottom-bar={(paging === 'steps' && !isOnePage) || undefined}
    >
      <label className={styles.sizes}>
        {t('table.rows-per-page')}
        <select value={list.size} onChange={(event) => list.setSize(Number(event.currentTarget.value))}>
          {pageSizes.map((it) => (
            <option key={it} value={it}>
              {it}
            </option>
          ))}
        </select>
      </label>
      {/* While the next page comes there is no time to say; its place is kept. */}
      <span className={styles.updated} style={{ visibility: query.dataUpdatedAt > 0 ? undefined : 'hidden' }}>
        {t('table.updated', { time: timeOf(query.dataUpdatedAt) })}
        <ActionIcon
          size={28}
          aria-label={t('table.refresh')}
          title={t('table.refresh')}
          onClick={() => void query.refetch()}
        >
          <IconRefresh size={16} stroke={1.6} />
        </ActionIcon>
      </span>
      {paging === 'steps' ? (
        <Steps list={list} page={query.data} stale={query.isPlaceholderData} label={pagesLabel} />
      ) : (
        <Numbers list={list} page={query.data} label={pagesLabel} />
      )}
    </div>
  );
}

const hasNextPage = (list: List, page: PageOf<unknown> | undefined): boolean =>
  page?.hasNext ?? (page !== undefined && list.page * list.size < page.total);

type PagesProps = { list: List; page: PageOf<unknown> | undefined; label: string };

/** Prev and Next of the transaction tables, by cursor where the server gives one. */
function Steps({ list, page, stale, label }: PagesProps & { stale: boolean }) {
  const t = useShellTexts();
  const hasNext = hasNextPage(list, page);
  const hasPrevious = list.page > 1;
  // Until the page has come its cursors are unknown. The buttons wait without losing the focus.
  const go = (page: number, cursor: string | undefined) => {
    if (!stale) list.setPage(page, cursor);
  };
  return (
    <nav className={styles.pages} aria-label={label}>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} stroke={1.6} />}
        disabled={!hasPrevious}
        aria-disabled={stale || undefined}
        onClick={() => go(list.page - 1, page?.previous)}
      >
        {t('table.previous')}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} stroke={1.6} />}
        disabled={!hasNext}
        aria-disabled={stale || undefined}
        onClick={() => go(list.page + 1, page?.next)}
      >
        {t('table.next')}
      </Button>
    </nav>
  );
}

/** The generic list's pages; none where there is one page, the page size stays. */
function Numbers({ list, page, label }: PagesProps) {
  const t = useShellTexts();
  const pages = page === undefined ? 1 : Math.max(1, Math.ceil(page.total / list.size));
  if (pages <= 1 && list.page === 1) return null;
  return (
    <nav className={styles.pages} aria-label={label}>
      <ActionIcon
        variant="default"
        aria-label={t('table.previous')}
        disabled={list.page <= 1}
        onClick={() => list.setPage(list.page - 1)}
      >
        <IconChevronLeft size={16} stroke={1.6} />
      </ActionIcon>
      {pageWindow(Math.min(list.page, pages), pages).map((it, index) =>
        it === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: at most two gaps, first and last.
          <span key={`gap-${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <button
            type="button"
            key={it}
            className={styles.number}
            aria-label={t('table.page', { page: it })}
            aria-current={it === list.page ? 'page' : undefined}
            onClick={() => list.setPage(it)}
          >
            {it}
          </button>
        ),
      )}
      <ActionIcon
        variant="default"
        aria-label={t('table.next')}
        disabled={list.page >= pages}
        onClick={() => list.setPage(list.page + 1)}
      >
        <IconChevronRight size={16} stroke={1.6} />
      </ActionIcon>
    </nav>
  );
}
