import { reportCan } from '@tonle/contract/report-states';
import type { ReportJob } from '@tonle/contract/reports';
import { useEffect, useState } from 'react';
import { useKnownText } from './report-row.tsx';
import { useReportsTexts } from './reports-texts.ts';

/**
 * Says to screen readers which report is ready or has failed while its row is looked at. Whoever cancels one is told by a
 * message. Each is read out once: what was said stays, and only what is added is read.
 */
export function EndedReports({ jobs }: { jobs: readonly ReportJob[] | undefined }) {
  const t = useReportsTexts();
  const known = useKnownText();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [ended, setEnded] = useState<readonly ReportJob[]>([]);
  useEffect(() => {
    if (jobs === undefined) return;
    const over = jobs.filter((it) => running.has(it.id) && !reportCan.cancel(it));
    const begun = jobs.filter((it) => !running.has(it.id) && reportCan.cancel(it));
    if (over.length + begun.length === 0) return;
    const left = new Set([...running, ...begun.map((it) => it.id)]);
    for (const { id } of over) left.delete(id);
    setRunning(left);
    setEnded((before) => [...before, ...over.filter((it) => it.status !== 'CANCELED')]);
  }, [jobs, running]);
  return (
    <div className="tn-visually-hidden" role="status" aria-atomic="false">
      {ended.map((it) => (
        <p key={it.id}>
          {t(it.status === 'SUCCESS' ? 'ended.ready' : 'ended.failed', {
            report: known(`type.${it.reportType}`, it.reportType),
          })}
        </p>
      ))}
    </div>
  );
}
