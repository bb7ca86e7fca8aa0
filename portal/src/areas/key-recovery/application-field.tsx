import { Button, Input } from '@mantine/core';
import { applicationBytesMax } from '@tonle/contract/key-recovery';
import { useId, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { base64Of } from '../../form/file-base64.ts';
import { useField } from '../../form/use-field.ts';
import styles from './key-recovery.module.css';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';

/** What is wrong with a file before it is sent: the server looks into its bytes once more. */
const faultOf = (file: File): string | undefined => {
  if (file.type !== 'image/png') return 'image.not-an-image';
  return file.size > applicationBytesMax ? 'recovery.file-too-big' : undefined;
};

/** The customer's application: one PNG of at most 1 MiB, kept as base64 (2-console.md section 5). */
export function ApplicationField() {
  const t = useKeyRecoveryTexts();
  const { field, error } = useField('application');
  const { setError, setValue } = useFormContext();
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const fault = faultOf(file);
    setName(file.name);
    if (fault !== undefined) {
      setValue('application', '');
      setError('application', { type: 'custom', message: fault });
      return;
    }
    setValue('application', await base64Of(file), { shouldValidate: true, shouldDirty: true });
  };
  return (
    <Input.Wrapper
      label={t('field.application')}
      description={t('field.application.help')}
      error={error}
      labelProps={{ htmlFor: id }}
    >
      <div className={styles.chooser}>
        <input
          ref={input}
          id={id}
          className={styles.file}
          type="file"
          accept="image/png"
          aria-invalid={error !== undefined}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        <Button variant="default" onClick={() => input.current?.click()}>
          {t(field.value === '' ? 'field.application.choose' : 'field.application.change')}
        </Button>
        {name !== '' && <span>{name}</span>}
      </div>
      {field.value !== '' && (
        <img
          className={styles.preview}
          src={`data:image/png;base64,${field.value}`}
          alt={t('field.application.preview')}
        />
      )}
    </Input.Wrapper>
  );
}
