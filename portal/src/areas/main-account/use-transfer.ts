import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import { balanceInquiry } from '@tonle/contract/main-account';
import { formatAmount } from '@tonle/money';
import { useRef, useState } from 'react';
import { keyOf } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import type { FoundRecipient } from './find-recipient.ts';
import { type SendResult, sendTransfer } from './send-transfer.ts';
import { amountOf, requestOf, type TransferDraft } from './transfer-draft.ts';
import { newKey, type Unresolved } from './unresolved-transfers.ts';

const transactionsArea: Area = 'transactions';

/** Sends what a person confirmed: one key a confirmation, and never two at a time, however often Yes is pressed. */
export function useTransfer() {
  const { user } = useSession();
  const queries = useQueryClient();
  const busy = useRef(false);
  const [sendingKey, setSendingKey] = useState<string>();

  /** What was true before the money moved is fetched again. */
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keyOf(balanceInquiry) }),
      queries.invalidateQueries({ queryKey: [transactionsArea] }),
    ]);

  const send = async (
    draft: TransferDraft,
    found: FoundRecipient,
    /** Hears the confirmation's key before anything is sent. */
    confirmed: (key: string) => void,
  ): Promise<(SendResult & { noted: Unresolved }) | undefined> => {
    if (busy.current) return undefined;
    busy.current = true;
    const { name, accountId } = found.account;
    const noted: Unresolved = {
      key: newKey(),
      name,
      accountId,
      amount: formatAmount(amountOf(draft) ?? 0n, draft.currency),
      currency: draft.currency,
      confirmedAt: Date.now(),
    };
    setSendingKey(noted.key);
    confirmed(noted.key);
    try {
      const result = await sendTransfer(user.login, noted, requestOf(draft, accountId, user.bankName));
      return { ...result, noted };
    } finally {
      busy.current = false;
      setSendingKey(undefined);
      void refresh();
    }
  };
  return { send, sendingKey, refresh };
}
