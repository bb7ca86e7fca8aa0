import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { LightIconButton } from './light-button.tsx';

/** Copies a text, and says so. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = (text: string) => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setCopied(false), 1600);
    });
  };
  return { copied, copy };
}

/** The small copy button beside an identifier. `name` says to screen readers what is copied. */
export function CopyButton({ value, name }: { value: string; name: string }) {
  const t = useShellTexts();
  const { copied, copy } = useCopy();
  return (
    <>
      <LightIconButton
        className="tn-screen-only"
        aria-label={t('copy.value', { name })}
        title={t('copy')}
        onClick={() => copy(value)}
      >
        {copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
      </LightIconButton>
      <span className="tn-visually-hidden" role="status">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}
