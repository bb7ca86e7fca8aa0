import { readReason } from '@tonle/contract/reasons';
import { reasonsKm } from '@tonle/contract/reasons.km';
import { useLanguage } from '../i18n/use-texts.tsx';

/** A reason as it was written down; what the bank itself gave as one in the reader's language. */
export function useReasonText(): (reason: string) => string {
  const { language } = useLanguage();
  return (reason) => {
    const own = readReason(reason);
    // What was written down is the English text.
    if (own === undefined || language === 'en') return reason;
    return reasonsKm[own.key].replace(/\{(\w+)\}/, (whole, name) => own.params[name] ?? whole);
  };
}

/** Whole on hover where its place cuts it off. */
export function ReasonText({ of: reason }: { of: string }) {
  const text = useReasonText()(reason);
  return <span title={text}>{text}</span>;
}
