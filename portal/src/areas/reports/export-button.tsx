import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Endpoint } from '@tonle/contract/endpoint';
import type { WindowFault } from '@tonle/contract/report-window';
import type { ReportStanding } from '@tonle/contract/reports';
import { useState } from 'react';
import { call, type InputOf } from '../../api/call.ts';
import { contractTexts } from '../../i18n/contract-texts.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { messageText } from '../../i18n/use-message-text.ts';
import { linkTo, paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { showError, toast } from '../../ui/messages.ts';
import { exportReport } from './export-report.ts';
import { useReportsTexts } from './reports-texts.ts';

type ExportButtonProps<E extends Endpoint> = {
  /** One of the contract's calls that ask for a report. */
  endpoint: E;
  /** The list's filters as they stand. */
  input: InputOf<E>;
  /** Why the chosen days may not be exported: said instead of asking. */
  fault?: WindowFault | undefined;
  /** True where the way leads to the download page at once, as from an account's details. */
  toDownloads?: boolean;
};

/** Exports what a list shows. Only whoever may ask for it sees it. */
export function ExportButton<E extends Endpoint>({
  endpoint,
  input,
  fault,
  toDownloads = false,
}: ExportButtonProps<E>) {
  const t = useReportsTexts();
  const session = useSession();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  if (!mayAsk(endpoint, session.permissions)) return null;
  const openDownloads = mayOpenPage(session, 'download')
    ? () => void navigate(linkTo(paths.download))
    : undefined;
  const request = async () => ((await call(endpoint, input)) as ReportStanding).id;
  const start = async () => {
    if (running) return;
    setRunning(true);
    try {
      if (fault) {
        const language = storedLanguage();
        await contractTexts.load(language);
        showError(undefined, {
          title: t('export.refused'),
          detail: messageText(fault.key, language, fault.params),
        });
      } else if (toDownloads && openDownloads) {
        await request();
        toast.progress(t('export.asked'), { text: t('export.asked.text') });
        openDownloads();
      } else await exportReport(request, openDownloads);
    } catch (error) {
      showError(error, { title: t('failed.requesting') });
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={running}
      onClick={() => void start()}
    >
      {running ? t('export.running') : t('export')}
    </Button>
  );
}

function mayAsk({ permission }: Endpoint, held: ReadonlySet<string>): boolean {
  const anyOf: readonly string[] = typeof permission === 'string' ? [permission] : permission;
  return anyOf.some((it) => held.has(it));
}
