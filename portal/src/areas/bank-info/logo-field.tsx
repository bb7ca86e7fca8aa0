import { useQuery } from '@tanstack/react-query';
import { bankLogo, bankTitleLogo, logoBytesMax, logoSizeText } from '@tonle/contract/bank-info';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { base64Of } from '../../form/file-base64.ts';
import { FileChoice } from '../../form/file-choice.tsx';
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
  const label = t(`field.${name}`);
  const { field, error } = useField(name);
  const messageText = useMessageText();
  const [fault, setFault] = useState<string>();
  const now = useLogo(name, uuid);
  const take = async (file: File) => {
    const found = faultOf(file);
    setFault(found);
    field.onChange(found === undefined ? await base64Of(file) : '');
  };
  const isChosen = field.value !== '';
  const shown = isChosen ? `data:image/png;base64,${field.value}` : now;
  // What is wrong with a chosen file is no state of the form, which judges what it holds: nothing then.
  const shownFault = fault === undefined ? error : messageText(fault, { size: logoSizeText });
  return (
    <FileChoice
      label={label}
      accept={['image/png']}
      choose={t(shown === undefined ? 'logo.choose' : 'logo.choose-other')}
      onFile={(file) => void take(file)}
      drop={t('logo.drop')}
      onDrop={isChosen ? () => field.onChange('') : undefined}
      error={shownFault}
      help={help}
    >
      <span className={styles.frame}>
        {shown === undefined ? (
          t('logo.none')
        ) : (
          <img src={shown} alt={t(isChosen ? 'logo.chosen' : 'logo.now', { field: label })} />
        )}
      </span>
    </FileChoice>
  );
}
