import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { reportCan } from '@tonle/contract/report-states';
import { cancelReport, type ReportJob, reportJobs } from '@tonle/contract/reports';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { Dash } from '../../ui/dash.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { useKnownText } from './report-row.tsx';
import { useReportsTexts } from './reports-texts.ts';
import { saveReport } from './save-report.ts';

/** What may be done with a report now: to fetch its file, or to end it before there is one. */
export function ReportActions({ job }: { job: ReportJob }) {
  const t = useReportsTexts();
  const known = useKnownText();
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const run = async (failed: 'failed.downloading' | 'failed.canceling', act: () => Promise<void>) => {
    if (running) return;
    setRunning(true);
    try {
      await act();
    } catch (error) {
      showError(error, { title: t(failed, { id: job.id }) });
    } finally {
      setRunning(false);
      await client.invalidateQueries({ queryKey: keyOf(reportJobs) });
    }
  };
  const download = () => run('failed.downloading', () => saveReport(job.id, job.fileName ?? undefined));
  const cancel = () =>
    run('failed.canceling', async () => {
      await call(cancelReport, { params: { id: job.id } });
      toast.success(t('canceled'));
    });
  const act = reportCan.download(job)
    ? { label: t('download'), Icon: IconDownload, start: download }
    : reportCan.cancel(job)
      ? { label: t('cancel'), Icon: IconX, start: cancel }
      : undefined;
  if (!act) return <Dash />;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<act.Icon size={16} stroke={1.6} />}
      aria-label={`${act.label}: ${known(`type.${job.reportType}`, job.reportType)}`}
      loading={running}
      onClick={() => void act.start()}
    >
      {act.label}
    </Button>
  );
}
