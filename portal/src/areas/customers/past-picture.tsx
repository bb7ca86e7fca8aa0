import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useCustomersTexts } from './customers-texts.ts';
import { type Kind, Picture, whole } from './documents.tsx';

type PastPictureProps = { kind: Kind; uuid: string };

/** A picture of the history, fetched only when it is asked for: each look is in the audit log. */
export function PastPicture({ kind, uuid }: PastPictureProps) {
  const t = useCustomersTexts();
  const shell = useShellTexts();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPhoto size={16} stroke={1.6} />}
        title={uuid}
        onClick={() => setOpened(true)}
      >
        {t('history.picture')}
      </Button>
      {opened && (
        <Dialog
          opened
          onClose={close}
          title={t(`documents.${kind}`)}
          width={640}
          footer={
            <Button size="md" data-autofocus onClick={close}>
              {shell('close')}
            </Button>
          }
        >
          <Picture kind={kind} uuid={uuid} view={whole} onPan={() => undefined} />
        </Dialog>
      )}
    </>
  );
}
