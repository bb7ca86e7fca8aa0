import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Permission } from '@tonle/contract/permissions';
import { useState } from 'react';
import { linkTo, paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { showError } from '../../ui/messages.ts';
import type { ExportAsked, ExportCall } from './export-report.ts';
import { useReportsTexts } from './reports-texts.ts';

type ExportButtonProps<Name extends ExportCall> = ExportAsked<Name> & {
  /** The call's own permission, which its type knows; whoever does not hold it sees no button. */
  permission: typeof import('@tonle/contract/reports')[Name]['permission'] & Permission;
};

/** Exports what a list shows. Only whoever may ask for it sees it. */
export function ExportButton<Name extends ExportCall>({ permission, ...asked }: ExportButtonProps<Name>) {
  const t = useReportsTexts();
  const session = useSession();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  if (!session.permissions.has(permission)) return null;
  const openDownloads = mayOpenPage(session, 'download')
    ? () => void navigate(linkTo(paths.download))
    : undefined;
  const start = async () => {
    if (running) return;
    setRunning(true);
    try {
      const { exportReport } = await import('./export-report.ts');
      await exportReport(asked, openDownloads);
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
