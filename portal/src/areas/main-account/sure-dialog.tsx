import { IconSend } from '@tabler/icons-react';
import type { Currency } from '@tonle/money';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { AccountId } from '../../ui/values.tsx';
import { useMainAccountTexts } from './main-account-texts.ts';

type SureDialogProps = {
  opened: boolean;
  amountMinor: bigint;
  currency: Currency;
  name: string;
  accountId: string;
  /** False while there is no connection. */
  ready: boolean;
  running: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** "Are you sure?": the last word before money moves. The focus starts on Cancel. */
export function SureDialog({ amountMinor, currency, name, accountId, ...dialog }: SureDialogProps) {
  const t = useMainAccountTexts();
  const amount = <Money key="amount" amount={amountMinor} currency={currency} code size="inline" />;
  return (
    <ConfirmDialog
      {...dialog}
      careful
      icon={<IconSend size={20} stroke={1.6} />}
      title={t('sure.title')}
      confirm={<span>{t.rich('sure.confirm', { amount })}</span>}
    >
      <p>
        {t.rich('sure.text', {
          amount: <b key="amount">{amount}</b>,
          name: <b key="name">{name}</b>,
          account: <AccountId key="account" id={accountId} />,
        })}
      </p>
    </ConfirmDialog>
  );
}
