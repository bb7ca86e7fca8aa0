import { Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ContactChange, rejectContactChange } from '@tonle/contract/contact-changes';
import { Reason } from '@tonle/contract/reason';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Counter, LabelLine } from '../../form/field-label.tsx';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/messages.ts';
import styles from './contact-changes.module.css';
import { useContactChangesTexts } from './contact-changes-texts.ts';
import { useContactChangeAct } from './use-contact-change-act.ts';

const reasonLengthMax = 255;

/** Asks why a request is rejected; what was typed stays whatever comes of it (ui.md, rule 22). */
export function RejectDialog({ request, onClose }: { request: ContactChange; onClose: () => void }) {
  const t = useContactChangesTexts();
  const inWords = useMessageText();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const { running, run } = useContactChangeAct();
  const submit = async () => {
    const judged = Reason.safeParse(reason);
    setFault(judged.error?.issues[0]?.message);
    if (!judged.success) return;
    const rejected = await run(() =>
      call(rejectContactChange, { body: { requestId: request.id, reason: judged.data } }),
    );
    if (rejected === undefined) return;
    toast.success(t('success'), { text: t('rejected') });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      danger
      icon={<IconX size={20} stroke={1.6} />}
      title={t('reject.title', { account: request.accountId })}
      confirm={t('reject.confirm')}
      running={running}
      onCancel={onClose}
      onConfirm={() => void submit()}
    >
      <p>{t('reject.text')}</p>
      <div className={styles.field}>
        <Textarea
          rows={3}
          maxLength={2_000}
          label={
            <LabelLine end={<Counter value={reason} max={reasonLengthMax} />}>{t('reason.label')}</LabelLine>
          }
          description={t('reason.help')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={fault === undefined ? undefined : inWords(fault)}
        />
      </div>
    </ConfirmDialog>
  );
}
