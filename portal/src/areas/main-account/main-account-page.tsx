import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatLongDay, today } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { BalanceCards } from './balance-cards.tsx';
import { useMainAccountTexts } from './main-account-texts.ts';
import { useMainBalance } from './main-balance.ts';
import { RefreshButton, Updated } from './refresh-button.tsx';

/** The main account's balance: a card for Riel and one for Dollar (1-portal.md section 2). */
export default function MainAccountPage() {
  const t = useMainAccountTexts();
  const { language } = useLanguage();
  const session = useSession();
  const balance = useMainBalance();
  return (
    <>
      <PageHeader
        title={t('balance.title')}
        sentence={t('balance.sentence', { day: formatLongDay(today(), language) })}
        actions={
          <>
            <Updated at={balance.updated} />
            <RefreshButton onRefresh={balance.refresh} running={balance.refreshing} />
            {mayOpenPage(session, 'manage-main-account') && (
              <Button
                component={Link}
                to={paths.manageMainAccount()}
                leftSection={<IconSend size={16} stroke={1.6} />}
              >
                {t('transfer-money')}
              </Button>
            )}
          </>
        }
      />
      <BalanceCards balance={balance} />
    </>
  );
}
