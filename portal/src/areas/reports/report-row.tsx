import { reportCan, reportStateTone } from '@tonle/contract/report-states';
import type { ReportJob } from '@tonle/contract/reports';
import type { Tone } from '@tonle/contract/transaction-states';
import { hasText } from '../../i18n/texts.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { Dash } from '../../ui/dash.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './download-page.module.css';
import { reportsTexts, useReportsTexts } from './reports-texts.ts';

/** A state with its tone and words; one that is not known is neutral and says its code (ui.md). */
export function useReportState(): (code: string) => { code: string; tone: Tone; label: string } {
  const known = useKnownText();
  const tones: Readonly<Record<string, Tone>> = reportStateTone;
  return (code) => ({ code, tone: tones[code] ?? 'neutral', label: known(`state.${code}`, code) });
}

/** The text of a code by its key; the code itself where there is none, as another server may have more. */
export function useKnownText(): (key: string, code: string) => string {
  const t = useReportsTexts() as (key: string) => string;
  const { language } = useLanguage();
  return (key, code) => (hasText(reportsTexts, language, key) ? t(key) : code);
}

/** What the report is about. */
export function ReportName({ job }: { job: ReportJob }) {
  return useKnownText()(`type.${job.reportType}`, job.reportType);
}

/** What was asked for: each filter with its value. */
export function ReportFilters({ job }: { job: ReportJob }) {
  const known = useKnownText();
  const entries = Object.entries(job.queryParams);
  if (entries.length === 0) return <Dash />;
  const text = entries.map(([name, value]) => `${known(`param.${name}`, name)} ${value}`).join(' · ');
  return (
    <span className={`${styles.text} tn-cut`} title={text}>
      {text}
    </span>
  );
}

export const ReportStatus = ({ job }: { job: ReportJob }) => (
  <StatusBadge {...useReportState()(job.status)} />
);

/** Under which name it is saved; how far it is while it is being made; why there is none. */
export function ReportFile({ job }: { job: ReportJob }) {
  const t = useReportsTexts();
  const message = useMessageText();
  if (job.fileName !== null) {
    return (
      <span className={`${styles.text} tn-cut`} title={job.fileName}>
        {job.fileName}
      </span>
    );
  }
  if (job.failure !== null) {
    const why = message(`report-failure.${job.failure}`);
    return (
      <span className={`${styles.failure} tn-cut`} title={why}>
        {why}
      </span>
    );
  }
  if (!reportCan.cancel(job) || job.progress === null) return <Dash />;
  return (
    <span className={styles.progress}>
      <progress value={job.progress} max={100} aria-label={t('column.progress')} />
      {t('progress', { percent: job.progress })}
    </span>
  );
}

/** Until when the file can be had. */
export function ReportExpiry({ job }: { job: ReportJob }) {
  const t = useReportsTexts();
  if (job.status !== 'SUCCESS') return <Dash />;
  return job.hasFile ? (
    <DateTime value={job.expiresAt} />
  ) : (
    <span className={styles.gone}>{t('expired')}</span>
  );
}

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** How big a file is: "1.2 MB". */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
