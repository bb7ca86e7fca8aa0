import { Button, FileButton } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { imageBytesMax, imageTypes } from '@tonle/contract/customer-profile';
import { type ReactNode, useId, useState } from 'react';
import { FieldLabel } from '../../form/field-label.tsx';
import { base64Of } from '../../form/file-base64.ts';
import { useField } from '../../form/use-field.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { useCustomersTexts } from './customers-texts.ts';
import styles from './update-account.module.css';

type PictureFieldProps = { name: string; label: ReactNode; help: ReactNode };

const isKnown = (type: string): boolean => (imageTypes as readonly string[]).includes(type);

type Fault = { key: string; params?: Record<string, string> };

function faultOf({ type, size }: File): Fault | undefined {
  if (!isKnown(type)) return { key: 'image.not-an-image' };
  return size > imageBytesMax ? { key: 'image.too-large', params: { size: '5 MB' } } : undefined;
}

/** A PNG or JPEG to 5 MB, bound to the form around it in base64. What was wrong with a file is said and the file dropped. */
export function PictureField({ name, label, help }: PictureFieldProps) {
  const t = useCustomersTexts();
  const id = useId();
  const { field, error } = useField(name);
  const messageText = useMessageText();
  const [fileName, setFileName] = useState<string>();
  const [fault, setFault] = useState<Fault>();
  const take = async (file: File | null) => {
    if (file === null) return;
    const found = faultOf(file);
    setFault(found);
    if (found !== undefined) {
      field.onChange('');
      setFileName(undefined);
      return;
    }
    field.onChange(await base64Of(file));
    setFileName(file.name);
  };
  // What is wrong with a chosen file is no state of the form, which judges what it holds: nothing then.
  const shownFault = fault === undefined ? error : messageText(fault.key, fault.params);
  const picture = field.value === '' ? undefined : field.value;
  return (
    <div>
      <span className="tn-label" id={id}>
        <FieldLabel label={label} optional />
      </span>
      <div className={styles.upload}>
        {picture !== undefined && (
          <img
            className={styles.preview}
            src={`data:${picture.startsWith('iVBOR') ? 'image/png' : 'image/jpeg'};base64,${picture}`}
            alt={t('update.preview', { name: fileName ?? '' })}
          />
        )}
        <FileButton
          accept={imageTypes.join(',')}
          onChange={(file) => void take(file)}
          inputProps={{ 'aria-labelledby': id }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.6} />}
              aria-describedby={`${id}-below`}
            >
              {t(picture === undefined ? 'update.choose' : 'update.choose-other')}
            </Button>
          )}
        </FileButton>
        {picture !== undefined && (
          <Button
            variant="subtle"
            leftSection={<IconX size={16} stroke={1.6} />}
            onClick={() => {
              field.onChange('');
              setFileName(undefined);
            }}
          >
            {t('update.drop')}
          </Button>
        )}
      </div>
      <div id={`${id}-below`} className={styles.below}>
        {shownFault !== undefined ? (
          <span className={styles.error} role="alert">
            {shownFault}
          </span>
        ) : (
          (fileName ?? help)
        )}
      </div>
    </div>
  );
}
