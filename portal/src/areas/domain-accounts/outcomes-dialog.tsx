import { Button } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { MoveOutcome } from '@tonle/contract/domain-accounts';
import type { Tone } from '@tonle/contract/transaction-states';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusText } from '../../ui/status.tsx';
import { AccountId } from '../../ui/values.tsx';
import styles from './domain-accounts.module.css';
import { useDomainAccountsTexts } from './domain-accounts-texts.ts';
import type { Moved } from './use-move.ts';

const tones: Readonly<Record<MoveOutcome, Tone>> = {
  MOVED: 'success',
  ALREADY_THERE: 'neutral',
  ACCOUNT_NOT_FOUND: 'failure',
  ACCOUNT_DELETED: 'failure',
};

/** What became of each account that was to be moved. */
export function OutcomesDialog({ moved: { to, accounts }, onClose }: { moved: Moved; onClose: () => void }) {
  const t = useDomainAccountsTexts();
  const shell = useShellTexts();
  const done = accounts.filter((it) => it.outcome === 'MOVED').length;
  return (
    <Dialog
      opened
      width={520}
      onClose={onClose}
      icon={<IconArrowsExchange size={20} stroke={1.6} />}
      tone={done === accounts.length ? 'primary' : 'failure'}
      title={t(`result.${to}`, { done, count: accounts.length })}
      footer={
        <Button size="md" data-autofocus onClick={onClose}>
          {shell('close')}
        </Button>
      }
    >
      <ul className={styles.outcomes}>
        {accounts.map(({ accountId, outcome }) => (
          <li key={accountId}>
            <AccountId id={accountId} />
            <StatusText tone={tones[outcome]} label={t(`outcome.${outcome}`)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
