import {
  businessStatuses,
  businessStatusTone,
  type Tone,
  transactionStatuses,
  transactionStatusTone,
} from '@tonle/contract/transaction-states';
import { StatusBadge, StatusText } from '../../ui/status.tsx';
import { useTransactionsTexts } from './transactions-texts.ts';

const isIn = <C extends string>(codes: readonly C[], code: string): code is C =>
  (codes as readonly string[]).includes(code);

/** How a code is shown: its tone and label; an unknown one neutral, with the code as its text (ui.md). */
export type ShownState = { tone: Tone; label: string; code: string };

export function useStates() {
  const t = useTransactionsTexts();
  return {
    status: (code: string): ShownState =>
      isIn(transactionStatuses, code)
        ? { tone: transactionStatusTone[code], label: t(`status.${code}`), code }
        : { tone: 'neutral', label: code, code },
    business: (code: string): ShownState =>
      isIn(businessStatuses, code)
        ? { tone: businessStatusTone[code], label: t(`business.${code}`), code }
        : { tone: 'neutral', label: code, code },
  };
}

/** A transaction's status, tinted: one per row. */
export const TransactionStatus = ({ code }: { code: string }) => (
  <StatusBadge {...useStates().status(code)} />
);

/** The business status beside it, without a tint; a dash where a transaction has none (decisions section 7). */
export function BusinessStatus({ code, tinted = false }: { code: string | null; tinted?: boolean }) {
  const states = useStates();
  if (code === null) return tinted ? null : <StatusText tone="neutral" />;
  const shown = states.business(code);
  return tinted ? <StatusBadge {...shown} /> : <StatusText {...shown} />;
}
