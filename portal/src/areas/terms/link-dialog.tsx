import { Button, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { isTermsLink } from '@tonle/contract/terms-document';
import { type FormEvent, useId, useState } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useTermsTexts } from './terms-texts.ts';

/** Asks where the chosen words lead. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTermsTexts();
  const shell = useShellTexts();
  const formId = useId();
  const before: unknown = editor.getAttributes('link').href;
  const [address, setAddress] = useState(typeof before === 'string' ? before : 'https://');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = address.trim();
    if (!isTermsLink(href)) return setWrong(true);
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      icon={<IconLink size={20} stroke={1.6} />}
      title={t('link.title')}
      footer={
        <>
          <Button variant="default" size="md" onClick={onClose}>
            {shell('cancel')}
          </Button>
          {before !== undefined && (
            <Button variant="default" size="md" onClick={remove}>
              {t('link.remove')}
            </Button>
          )}
          <Button type="submit" form={formId} size="md">
            {t('link.set')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextInput
          label={t('link.field')}
          description={t('link.help')}
          value={address}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setWrong(false);
          }}
          error={isWrong ? t('link.wrong') : undefined}
          inputMode="url"
          autoComplete="off"
          maxLength={2_000}
          data-autofocus
        />
      </form>
    </Dialog>
  );
}
