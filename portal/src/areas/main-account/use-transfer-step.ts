import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { isAnyoneHeldBack } from '../../form/leave-blocker.ts';
import type { TransferDraft } from './transfer-draft.ts';
import { newKey } from './unresolved-transfers.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Names the check page of a transfer, which is a step of its own in the browser's history. */
    transferCheck?: string;
  }
}

/**
 * The transfer's two steps (1-portal.md section 4). The check page is an entry of the browser's history, so that Back
 * leads to the form and Forward to the check page again; to the form after a reload, or once anything was changed.
 */
export function useTransferStep(draft: TransferDraft) {
  const router = useRouter();
  const navigate = useNavigate();
  const entry = useLocation({ select: (it) => it.state.transferCheck });
  const [checked, setChecked] = useState<{ name: string; draft: string }>();
  const isChecked =
    checked !== undefined && entry === checked.name && checked.draft === JSON.stringify(draft);
  const step: 'details' | 'check' = isChecked ? 'check' : 'details';

  const toCheck = async () => {
    const name = newKey();
    setChecked({ name, draft: JSON.stringify(draft) });
    await navigate({ to: '.', state: { transferCheck: name }, resetScroll: false });
  };
  const toDetails = () => {
    // Whoever waits to leave the page goes by no step of it, and sees the form if the answer makes them stay.
    if (isAnyoneHeldBack()) setChecked(undefined);
    // What the browser shows now, not what it showed when a transfer was sent: Back may have been pressed meanwhile.
    else if (router.latestLocation.state.transferCheck !== undefined) router.history.back();
  };
  return { step, toCheck, toDetails };
}
