import { Button } from '@mantine/core';
import { IconUserCheck, IconUserX } from '@tabler/icons-react';
import type { KycLimit } from '@tonle/contract/kyc-limits';
import { useId } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LimitAmounts } from './limit-amounts.tsx';
import { ReasonForm } from './reason-form-loader.tsx';
import { useVerificationTexts } from './verification-texts.ts';

type ApproveDialogProps = {
  opened: boolean;
  name: string;
  limit: KycLimit;
  running: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks once more, with what the account may pay afterwards; Enter approves. */
export function ApproveDialog({ name, limit, ...dialog }: ApproveDialogProps) {
  const t = useVerificationTexts();
  return (
    <ConfirmDialog
      {...dialog}
      icon={<IconUserCheck size={20} stroke={1.6} />}
      title={t('approve.title', { name })}
      confirm={t('approve.confirm')}
    >
      <p>{t('approve.text')}</p>
      <p>
        <b>{limit.limitName}</b>
      </p>
      <LimitAmounts limit={limit} />
    </ConfirmDialog>
  );
}

type RejectDialogProps = {
  opened: boolean;
  name: string;
  running: boolean;
  onCancel: () => void;
  onReject: (reason: string) => void;
};

/** Asks for the reason. */
export function RejectDialog({ opened, name, running, onCancel, onReject }: RejectDialogProps) {
  const t = useVerificationTexts();
  const shell = useShellTexts();
  const formId = useId();
  return (
    <Dialog
      opened={opened}
      onClose={running ? undefined : onCancel}
      icon={<IconUserX size={20} stroke={1.6} />}
      tone="failure"
      title={t('reject.title', { name })}
      footer={
        <>
          <Button variant="default" size="md" onClick={onCancel} disabled={running}>
            {shell('cancel')}
          </Button>
          <Button type="submit" form={formId} size="md" color="red" loading={running}>
            {t('reject.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('reject.text')}</p>
      <ReasonForm id={formId} isSent={running} onReject={onReject} />
    </Dialog>
  );
}
