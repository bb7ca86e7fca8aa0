import { imageBytesMax, imageTypes } from '@tonle/contract/customer-profile';
import { type ReactNode, useState } from 'react';
import { base64Of } from '../../form/file-base64.ts';
import { FileChoice } from '../../form/file-choice.tsx';
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
  const { field, error } = useField(name);
  const messageText = useMessageText();
  const [fileName, setFileName] = useState<string>();
  const [fault, setFault] = useState<Fault>();
  const take = async (file: File) => {
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
    <FileChoice
      label={label}
      accept={imageTypes}
      choose={t(picture === undefined ? 'update.choose' : 'update.choose-other')}
      onFile={(file) => void take(file)}
      drop={t('update.drop')}
      onDrop={
        picture === undefined
          ? undefined
          : () => {
              field.onChange('');
              setFileName(undefined);
            }
      }
      error={shownFault}
      help={fileName ?? help}
    >
      {picture !== undefined && (
        <img
          className={styles.preview}
          src={`data:${picture.startsWith('iVBOR') ? 'image/png' : 'image/jpeg'};base64,${picture}`}
          alt={t('update.preview', { name: fileName ?? '' })}
        />
      )}
    </FileChoice>
  );
}
