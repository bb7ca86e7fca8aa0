import { Button, FileButton } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { bankLogo, bankTitleLogo, logoBytesMax, logoSizeText } from '@tonle/contract/bank-info';
import { useEffect, useId, useState } from 'react';
import { fetchFile } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { FieldLabel } from '../../form/field-label.tsx';
import { base64Of } from '../../form/file-base64.ts';
import { useField } from '../../form/use-field.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import styles from './bank-info.module.css';
import { useBankInfoTexts } from './bank-info-texts.ts';

const endpoints = { logo: bankLogo, titleLogo: bankTitleLogo } as const;
type LogoName = keyof typeof endpoints;

/** The logo that the bank has, as an address. */
function useLogo(name: LogoName, uuid: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: keyOf(endpoints[name], { params: { uuid: uuid ?? '' } }),
    queryFn: ({ signal }) => fetchFile(endpoints[name], { params: { uuid: uuid ?? '' } }, { signal }),
    enabled: uuid !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (data === undefined) return undefined;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [data]);
  return address;
}

/** What is wrong with a file before it is sent; the server looks into its bytes. */
const faultOf = ({ type, size }: File): string | undefined => {
  if (type !== 'image/png') return 'image.not-an-image';
  return size > logoBytesMax ? 'image.too-large' : undefined;
};

type LogoFieldProps = { name: LogoName; uuid: string | null; help: string };

/** A logo: the one there is, and a PNG that takes its place, bound to the form around it in base64. */
export function LogoField({ name, uuid, help }: LogoFieldProps) {
  const t = useBankInfoTexts();
  const id = useId();
  const label = t(`field.${name}`);
  const { field, error } = useField(name);
  const messageText = useMessageText();
  const [fault, setFault] = useState<string>();
  const now = useLogo(name, uuid);
  const take = async (file: File | null) => {
    if (file === null) return;
    const found = faultOf(file);
    setFault(found);
    field.onChange(found === undefined ? await base64Of(file) : '');
  };
  const isChosen = field.value !== '';
  const shown = isChosen ? `data:image/png;base64,${field.value}` : now;
  // What is wrong with a chosen file is no state of the form, which judges what it holds: nothing then.
  const shownFault = fault === undefined ? error : messageText(fault, { size: logoSizeText });
  return (
    <div>
      <span className="tn-label" id={id}>
        <FieldLabel label={label} optional />
      </span>
      <div className={styles.upload}>
        <span className={styles.frame}>
          {shown === undefined ? (
            t('logo.none')
          ) : (
            <img src={shown} alt={t(isChosen ? 'logo.chosen' : 'logo.now', { field: label })} />
          )}
        </span>
        <FileButton
          accept="image/png"
          onChange={(file) => void take(file)}
          inputProps={{ 'aria-labelledby': id }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.6} />}
              aria-describedby={`${id} ${id}-below`}
            >
              {t(shown === undefined ? 'logo.choose' : 'logo.choose-other')}
            </Button>
          )}
        </FileButton>
        {isChosen && (
          <Button
            variant="subtle"
            leftSection={<IconX size={16} stroke={1.6} />}
            onClick={() => field.onChange('')}
          >
            {t('logo.drop')}
          </Button>
        )}
      </div>
      <div id={`${id}-below`} className={styles.below}>
        {shownFault === undefined ? (
          help
        ) : (
          <span className={styles.error} role="alert">
            {shownFault}
          </span>
        )}
      </div>
    </div>
  );
}
