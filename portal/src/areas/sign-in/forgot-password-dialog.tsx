import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { getConfig } from '../../session/config.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSignInTexts } from './sign-in-texts.ts';

/** Says who can give a new password. The screen that mails one comes with the server's call for it. */
export default function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useSignInTexts();
  const close = useShellTexts()('close');
  const { supportContact } = getConfig();
  return (
    <Dialog
      opened
      onClose={onClose}
      icon={<IconKey size={20} stroke={1.6} />}
      title={t('forgot.title')}
      footer={
        <Button size="md" data-autofocus onClick={onClose}>
          {close}
        </Button>
      }
    >
      <p>{t('forgot.text')}</p>
      {supportContact !== '' && <p>{t.rich('forgot.support', { contact: <b>{supportContact}</b> })}</p>}
    </Dialog>
  );
}
