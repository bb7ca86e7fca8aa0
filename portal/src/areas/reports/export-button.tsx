import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Endpoint } from '@tonle/contract/endpoint';
import type { Permission } from '@tonle/contract/permissions';
import type { WindowFault } from '@tonle/contract/report-window';
import { useState } from 'react';
import { call, type InputOf } from '../../api/call.ts';
import { contractTexts, messageText } from '../../i18n/contract-texts.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { linkTo, paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { showError, toast } from '../../ui/messages.ts';
import { useReportsTexts } from './reports-texts.ts';

type Calls = typeof import('@tonle/contract/reports');
/** The contract's calls that ask for a report, by name: they come with the first click, since each brings all reports along. */
export type ExportCall = {
  [Name in keyof Calls]: Name extends `export${string}`
    ? Calls[Name] extends Endpoint
      ? Name
      : never
    : never;
}[keyof Calls];

type ExportButtonProps<Name extends ExportCall> = {
  report: Name;
  /** The call's own permission, which its type knows; whoever does not hold it sees no button. */
  permission: Calls[Name]['permission'] & Permission;
  /** The list's filters as they stand. */
  input: InputOf<Calls[Name]>;
  /** Why the chosen days may not be exported: said instead of asking. */
  fault?: WindowFault | undefined;
  /** True where the way leads to the download page at once, as from an account's details. */
  toDownloads?: boolean;
};

/** Exports what a list shows. Only whoever may ask for it sees it. */
export function ExportButton<Name extends ExportCall>({
  report,
  permission,
  input,
  fault,
  toDownloads = false,
}: ExportButtonProps<Name>) {
  const t = useReportsTexts();
  const session = useSession();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  if (!session.permissions.has(permission)) return null;
  const openDownloads = mayOpenPage(session, 'download')
    ? () => void navigate(linkTo(paths.download))
    : undefined;
  const request = async () => {
    const { [report]: endpoint } = await import('@tonle/contract/reports');
    // They all answer alike; which one it is only matters to its input, which was judged above.
    type One = Calls['exportIncoming'];
    return (await call(endpoint as One, input as InputOf<One>)).id;
  };
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
      } else {
        const { exportReport } = await import('./export-report.ts');
        await exportReport(request, openDownloads);
      }
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
