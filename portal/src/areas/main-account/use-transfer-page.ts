import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { dropDraft, keepDraft, readDraft } from '../../session/drafts.ts';
import { getSession } from '../../session/session.ts';
import { showError } from '../../ui/messages.ts';
import { useMainAccountTexts } from './main-account-texts.ts';
import { useMainBalance } from './main-balance.ts';
import {
  type DraftField,
  emptyDraft,
  fieldOfPath,
  isTyped,
  TransferDraft,
  transferSchema,
} from './transfer-draft.ts';
import { useRecipient } from './use-recipient.ts';
import { useTransferStep } from './use-transfer-step.ts';

const draftName = 'transfer';
const Kept = z.object({
  draft: TransferDraft,
  /** The key under which it was confirmed, while its answer is not known. */
  confirmedKey: z.string().optional(),
});

/** Refusals that are about the recipient's account. */
const aboutRecipient = [
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_DEACTIVATED',
  'ACCOUNT_DELETED',
  'RECIPIENT_IS_MAIN_ACCOUNT',
];

/** The transfer's form, its step, and what is kept of it: nothing typed is lost before it is sent. */
export function useTransferPage() {
  const t = useMainAccountTexts();
  const balance = useMainBalance();
  const [kept] = useState(() => readDraft(draftName, Kept));
  const [confirmedKey, setConfirmedKey] = useState(kept?.confirmedKey);
  const focus = useRef<FieldPath<TransferDraft> | 'heading'>(undefined);
  const schema = useMemo(() => transferSchema(balance.amounts), [balance.amounts]);
  const form = useSchemaForm<TransferDraft, TransferDraft>(schema, {
    defaultValues: kept?.draft ?? emptyDraft,
  });
  const draft = form.watch();
  const { step, toCheck, toDetails } = useTransferStep(draft);
  const lastStep = useRef(step);
  const recipient = useRecipient(form);
  useRecipientFromAddress((transferTo) => form.setValue('transferTo', transferTo));
  useKept(draft, confirmedKey);
  useJudgedTogether(form, draft);

  useEffect(() => {
    const wanted = focus.current ?? 'transferTo';
    focus.current = undefined;
    const isBack = step === 'details' && lastStep.current === 'check';
    lastStep.current = step;
    if (!isBack) return;
    if (wanted === 'heading') document.querySelector<HTMLElement>('main h1')?.focus();
    else form.setFocus(wanted);
  }, [step, form]);

  /** Back to the form, to the field that is to be changed. */
  const edit = (field: DraftField = 'transferTo') => {
    focus.current = field;
    toDetails();
  };

  const proceed = async () => {
    const found = recipient.good ?? (await recipient.check());
    if (found) await toCheck();
  };

  const clear = () => {
    dropDraft(draftName);
    setConfirmedKey(undefined);
    recipient.forget();
    form.reset(emptyDraft);
    // From the check page, whose buttons are gone, the focus goes where the page begins.
    if (step === 'check') focus.current = 'heading';
    toDetails();
  };

  /** Puts the server's no where it belongs: beside a field, or into the error dialog. Everything typed stays. */
  const refused = (error: unknown) => {
    const name = error instanceof ApiError ? error.refusalName : undefined;
    if (error instanceof ApiError && name !== undefined && aboutRecipient.includes(name)) {
      recipient.refuse(error);
      edit('transferTo');
    } else if (name === 'INSUFFICIENT_FUNDS') {
      form.setError('amount', { type: 'server', message: 'amount.exceeds-balance' });
      edit('amount');
    } else if (showFieldFaults(form, error, (path) => fieldOfPath[path] ?? path)) {
      edit(Object.keys(form.formState.errors)[0] as DraftField | undefined);
    } else showError(error, { title: t('refused.title') });
  };

  return {
    balance,
    form,
    draft,
    step,
    recipient,
    confirmedKey,
    setConfirmedKey,
    edit,
    proceed,
    clear,
    refused,
  };
}

/** A recipient named in the address fills the field, once; the address then forgets it, as reloading would fill it again. */
function useRecipientFromAddress(fill: (transferTo: string) => void): void {
  const search: { transferTo?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { transferTo } = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address decides.
  useEffect(() => {
    if (transferTo === undefined) return;
    fill(transferTo.toLowerCase());
    void navigate({ to: '.', search: {}, replace: true });
  }, [transferTo]);
}

/** Keeps what is typed for a reload and for an ended session; leaving the page on purpose drops it. */
function useKept(draft: TransferDraft, confirmedKey: string | undefined): void {
  useEffect(() => {
    if (isTyped(draft)) keepDraft(draftName, { draft, confirmedKey });
    else dropDraft(draftName);
  }, [draft, confirmedKey]);
  useEffect(
    () => () => {
      if (getSession()) dropDraft(draftName);
    },
    [],
  );
}

/** Fields that are judged by each other: a message about one goes when the other sets it right. */
function useJudgedTogether(
  form: ReturnType<typeof useSchemaForm<TransferDraft, TransferDraft>>,
  { currency, fromName, fromPhone }: TransferDraft,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are what the judgement follows.
  useEffect(() => {
    if (form.getValues('amount') !== '') void form.trigger('amount');
  }, [currency, form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are what the judgement follows.
  useEffect(() => {
    const wrong = (['fromName', 'fromPhone'] as const).filter((it) => form.getFieldState(it).invalid);
    if (wrong.length > 0) void form.trigger(wrong);
  }, [fromName, fromPhone, form]);
}
