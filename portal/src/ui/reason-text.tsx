import { readReason } from '@tonle/contract/reasons';
import { useMessageText } from '../i18n/use-message-text.ts';

/** A reason as it was written down; what the bank itself gave as one in the reader's language. */
export function useReasonText(): (reason: string) => string {
  const messageText = useMessageText();
  return (reason) => {
    const own = readReason(reason);
    if (own === undefined) return reason;
    const text = messageText(own.key, own.params);
    // Until the catalogue has come.
    return text === own.key ? reason : text;
  };
}

/** Whole on hover where its place cuts it off. */
export function ReasonText({ of: reason }: { of: string }) {
  const text = useReasonText()(reason);
  return <span title={text}>{text}</span>;
}
