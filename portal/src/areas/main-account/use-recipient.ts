import { recipientOf } from '@tonle/contract/main-account';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import type { Fault } from '../../form/form.ts';
import { useSession } from '../../session/session.ts';
import { showError } from '../../ui/messages.ts';
import { type FoundRecipient, findRecipient, recipientFault } from './find-recipient.ts';
import type { TransferDraft } from './transfer-draft.ts';

export type RecipientCheck = {
  /** The account that was found for what is typed now, whether or not it can be paid. */
  found: FoundRecipient | undefined;
  /** The same, only where it can be paid. */
  good: FoundRecipient | undefined;
  /** Why it cannot be paid, a key of the contract's messages: stands under the field until something else is typed. */
  fault: Fault | undefined;
  checking: boolean;
  /** Looks the account up and judges it; undefined where it cannot be paid, or nobody waits any more. */
  check: () => Promise<FoundRecipient | undefined>;
  /** Says under the field why the account cannot be paid. */
  refuse: (error: ApiError) => void;
  forget: () => void;
};

type Looked = { wanted: string; found?: FoundRecipient; fault?: Fault };

function faultOf(error: ApiError): Fault {
  const field = error.fields[0];
  const named = error.refusalName === undefined ? undefined : `refusal.${error.refusalName}`;
  const message = field?.key ?? named ?? error.serverMessage ?? error.message;
  return { type: 'server', message, params: field?.params ?? error.data };
}

/** What is typed in the form in which it is looked up, so that blanks and prefixes make no difference. */
const wantedOf = (typed: string): string => recipientOf(typed)?.value ?? typed;

/** The look-up of the recipient that stands in the form. A late answer about something typed earlier is dropped. */
export function useRecipient(form: UseFormReturn<TransferDraft, unknown, TransferDraft>): RecipientCheck {
  const { accountId: mainAccountId } = useSession().user;
  const typed = form.watch('transferTo');
  const wanted = wantedOf(typed);
  const [looked, setLooked] = useState<Looked>();
  const [checking, setChecking] = useState(false);
  const running = useRef<AbortController>(undefined);
  const current = looked?.wanted === wanted ? looked : undefined;
  const found = current?.found;

  // Typing on ends a running check: its answer is about something else by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is what the check belongs to.
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
      setChecking(false);
    },
    [wanted],
  );

  const refuse = (error: ApiError, it?: FoundRecipient) => {
    setLooked({ wanted, found: it, fault: faultOf(error) });
    form.setFocus('transferTo');
  };

  const judge = (it: FoundRecipient): FoundRecipient | undefined => {
    const name = recipientFault(it, mainAccountId);
    if (name === undefined) {
      setLooked({ wanted, found: it });
      return it;
    }
    refuse(new ApiError({ kind: 'refused', name, data: { account: it.account.accountId } }), it);
    return undefined;
  };

  const check = async () => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setChecking(true);
    try {
      const it = await findRecipient(typed, control.signal);
      return control.signal.aborted ? undefined : judge(it);
    } catch (error) {
      if (control.signal.aborted) return undefined;
      // A 500, and silence, go to the common dialog; every other answer stands under the field (section 8).
      const isAnswer = error instanceof ApiError && error.kind === 'refused' && error.httpStatus < 500;
      if (isAnswer) refuse(error);
      else {
        setLooked(undefined);
        showError(error);
      }
      return undefined;
    } finally {
      if (running.current === control) {
        running.current = undefined;
        setChecking(false);
      }
    }
  };

  const good = found && recipientFault(found, mainAccountId) === undefined ? found : undefined;
  const forget = () => setLooked(undefined);
  return { found, good, fault: current?.fault, checking, check, refuse, forget };
}
