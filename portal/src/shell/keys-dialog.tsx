import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FieldRows } from '../ui/field-rows.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { paletteKeys } from './keys.ts';

/** The keys that the portal listens to, behind `?`. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useShellTexts();
  return (
    <Dialog
      opened
      onClose={onClose}
      icon={<IconKeyboard size={20} stroke={1.6} />}
      title={t('keys.title')}
      footer={
        <Button size="md" data-autofocus onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <FieldRows
        rows={[
          { label: <Kbd>{paletteKeys}</Kbd>, value: t('keys.palette') },
          { label: <Kbd>/</Kbd>, value: t('keys.search') },
          { label: <Kbd>?</Kbd>, value: t('keys.help') },
          { label: <Kbd>Esc</Kbd>, value: t('keys.close') },
        ]}
      />
    </Dialog>
  );
}
