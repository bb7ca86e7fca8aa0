import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { fetchAhead } from '../../ui/load-part.ts';
import { openLoaded } from '../../ui/open-loaded.ts';
import { useReportsTexts } from './reports-texts.ts';

const loadDialog = () => import('./statement-dialog.tsx');
const StatementDialog = lazy(loadDialog);

type StatementButtonProps = { account: { accountId: string; accountType: string } };

/** Makes the statement of an account; only mobile accounts have one (2-console.md section 2). */
export function StatementButton({ account }: StatementButtonProps) {
  const t = useReportsTexts();
  const { permissions } = useSession();
  const [opened, setOpened] = useState(false);
  if (account.accountType !== 'MOBILE' || !permissions.has('transactions.account-detail.export')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={16} stroke={1.6} />}
        onPointerEnter={fetchAhead(loadDialog)}
        onClick={openLoaded(loadDialog, () => setOpened(true))}
      >
        {t('statement.generate')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <StatementDialog accountId={account.accountId} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
