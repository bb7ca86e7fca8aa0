import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import {
  addDays,
  calendarNames,
  daysBetween,
  formatDay,
  formatDayRange,
  formatMonth,
  today,
} from '../i18n/time.ts';
import { useLanguage } from '../i18n/use-texts.tsx';
import './calendar.css';
import { presetRanges } from './date-presets.ts';
import styles from './filter-bar.module.css';

type DatesMenuProps = {
  from: string | undefined;
  to: string | undefined;
  minDay: string | undefined;
  /** Said while the range has no end. */
  incomplete?: string;
  onApply: (from: string, to: string) => void;
  onCancel: () => void;
};

type Choice = [string | null, string | null];

/** Presets, two months side by side, and what is chosen in words. No day after today in Phnom Penh. */
export default function DatesMenu({ from, to, minDay, incomplete, onApply, onCancel }: DatesMenuProps) {
  const t = useShellTexts();
  const { language } = useLanguage();
  const wide = useMediaQuery('(min-width: 768px)', true);
  const last = today();
  const [choice, setChoice] = useState<Choice>([from ?? null, to ?? null]);
  const [start, end] = choice;
  const presets = presetRanges(last).filter(([, range]) => minDay === undefined || range[0] >= minDay);
  const names = calendarNames(language);
  return (
    <div>
      <div className={styles.datesBody}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that is not wanted here. */}
        <div className={styles.presets} role="group" aria-label={t('dates.presets')}>
          {presets.map(([name, range]) => (
            <button
              key={name}
              type="button"
              className={styles.preset}
              aria-pressed={range[0] === start && range[1] === end}
              onClick={() => setChoice([...range])}
            >
              {t(`dates.${name}`)}
            </button>
          ))}
        </div>
        <div className={styles.calendar}>
          <DatePicker
            key={`${start === null ? '' : start.slice(0, 7)}`}
            type="range"
            size="sm"
            numberOfColumns={wide ? 2 : 1}
            withCellSpacing={false}
            allowSingleDateInRange
            value={choice}
            onChange={setChoice}
            minDate={minDay}
            maxDate={last}
            defaultDate={firstShown(end ?? last, wide)}
            maxLevel="month"
            firstDayOfWeek={1}
            weekdayFormat={(day) => names.shortWeekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''}
            monthLabelFormat={(month) => formatMonth(month, language)}
            getDayAriaLabel={(day) => formatDay(day, language)}
            ariaLabels={{ previousMonth: t('dates.previous-month'), nextMonth: t('dates.next-month') }}
          />
        </div>
      </div>
      <div className={styles.datesFoot}>
        <p role="status">
          {start !== null && end !== null
            ? t('dates.summary', {
                range: formatDayRange(start, end, language),
                days: daysBetween(start, end),
              })
            : (incomplete ?? t('dates.choose-end'))}
        </p>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button
          disabled={start === null || end === null}
          onClick={() => start !== null && end !== null && onApply(start, end)}
        >
          {t('apply')}
        </Button>
      </div>
    </div>
  );
}

/** The range's last month stands on the right, where two are shown. */
function firstShown(day: string, wide: boolean): string {
  return wide ? addDays(`${day.slice(0, 8)}01`, -1) : day;
}
