import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { dayOf, timeOf } from '../i18n/time.ts';
import { useCopy } from './copy-button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { useErrorText } from './error-text.ts';
import { closeError, type ShownError } from './messages.ts';
import { DateTime } from './values.tsx';

/** The common error dialog: title, what happened, time and reference to copy (1-portal.md section 8). */
export function ErrorDialog({ shown }: { shown: ShownError }) {
  const t = useShellTexts();
  const { copied, copy } = useCopy();
  const own = useErrorText()(shown.error);
  const title = shown.title ?? own.title;
  const detail = shown.detail ?? own.detail;
  const details = [
    title,
    detail,
    `${dayOf(shown.at)} ${timeOf(shown.at)} UTC+7`,
    own.reference === undefined ? '' : `${t('reference')} ${own.reference}`,
    window.location.pathname,
  ];
  return (
    <Dialog
      opened
      described
      onClose={closeError}
      icon={<IconAlertTriangle size={20} stroke={1.6} />}
      tone="failure"
      title={title}
      footer={
        <>
          <Button
            variant="default"
            size="md"
            leftSection={<IconCopy size={16} stroke={1.6} />}
            onClick={() => copy(details.filter(Boolean).join('\n'))}
          >
            {copied ? t('copied') : t('copy.details')}
          </Button>
          <Button size="md" data-autofocus onClick={closeError}>
            {t('close')}
          </Button>
        </>
      }
    >
      <p>{detail}</p>
      <p className={styles.meta}>
        <DateTime value={shown.at} />
        {own.reference !== undefined && (
          <>
            {' · '}
            {t('reference')} <b>{own.reference}</b>
          </>
        )}
      </p>
    </Dialog>
  );
}
