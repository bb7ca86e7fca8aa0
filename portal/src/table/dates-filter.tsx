import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { formatDayRange } from '../i18n/time.ts';
import { useLanguage } from '../i18n/use-texts.tsx';
import { fetchAhead, loadPart } from '../ui/load-part.ts';
import { Chip } from './chip.tsx';
import styles from './filter-bar.module.css';
import { useFilteredList } from './filtered-list.ts';

const loadCalendar = () => import('./dates-menu.tsx');
/** Where it cannot be fetched, that is said in its place: the page stays. */
const DatesMenu = lazy(() => loadPart(loadCalendar)().catch(() => ({ default: Missing })));

function Missing() {
  const t = useShellTexts();
  return (
    <p role="alert" className={styles.datesLoading}>
      {t('crash.stale')}
    </p>
  );
}

type DatesFilterProps = {
  /** Names of the two day filters in the list's definition. */
  from: string;
  to: string;
  label?: string;
  /** The first day that can be chosen. */
  minDay?: string;
  /** Said while only the first day is chosen. */
  incomplete?: string;
};

/** A range of Phnom Penh days. The calendar loads when it is first opened. */
export function DatesFilter({ from, to, label, minDay, incomplete }: DatesFilterProps) {
  const t = useShellTexts();
  const { language } = useLanguage();
  const list = useFilteredList();
  const filters = list.filters as Record<string, string | undefined>;
  const start = filters[from];
  const end = filters[to];
  const name = label ?? t('filter.dates');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only fetches the calendar a moment ahead.
    <div onPointerEnter={fetchAhead(loadCalendar)} onFocus={fetchAhead(loadCalendar)}>
      <Chip
        label={name}
        hideLabel
        icon={<IconCalendar size={16} stroke={1.6} color="var(--tn-text-2)" aria-hidden="true" />}
        value={start !== undefined && end !== undefined ? formatDayRange(start, end, language) : undefined}
        menuClass={styles.dates}
      >
        {(close) => (
          <Suspense fallback={<p className={styles.datesLoading}>{t('loading')}</p>}>
            <DatesMenu
              from={start}
              to={end}
              minDay={minDay}
              incomplete={incomplete}
              onCancel={close}
              onApply={(first, last) => {
                list.set({ [from]: first as never, [to]: last as never });
                close();
              }}
            />
          </Suspense>
        )}
      </Chip>
    </div>
  );
}
