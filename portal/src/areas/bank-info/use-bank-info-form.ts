import { useQueryClient } from '@tanstack/react-query';
import { type BankInfo, BankInfoForm, bankInfo, updateBankInfo } from '@tonle/contract/bank-info';
import { logoByCode } from '@tonle/contract/bank-logo';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keyOf, queryOf } from '../../api/query.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { getConfig } from '../../session/config.ts';
import { showError, toast } from '../../ui/messages.ts';
import { useBankInfoTexts } from './bank-info-texts.ts';

/** What stands in the form; logos that were chosen are in base64. */
const Typed = z.strictObject({ ...BankInfoForm.shape, logo: z.string(), titleLogo: z.string() });
export type Typed = z.infer<typeof Typed>;

const typedOf = (it: BankInfo): Typed => ({
  name: it.bin,
  phone: it.phoneNumber ?? '',
  email: it.email ?? '',
  facebook: it.facebook ?? '',
  address: it.address ?? '',
  website: it.website ?? '',
  logo: '',
  titleLogo: '',
});

/** A logo as it is sent: another server takes the bytes of the specification alone. */
const sentLogo = (base64: string): string | number[] | undefined => {
  if (base64 === '') return undefined;
  return getConfig().extensions ? base64 : Array.from(atob(base64), (it) => it.charCodeAt(0));
};

/** The form, the question before it is sent, and what becomes of it. */
export function useBankInfoForm(read: BankInfo) {
  const t = useBankInfoTexts();
  const queries = useQueryClient();
  /** What the form was filled from; the revision in it tells whether somebody was faster. */
  const [base, setBase] = useState(read);
  /** What a colleague has made of it meanwhile. */
  const [theirs, setTheirs] = useState<BankInfo>();
  const [asked, setAsked] = useState<Typed>();
  const [isRunning, setRunning] = useState(false);
  const form = useSchemaForm<Typed, Typed>(Typed, { defaultValues: typedOf(read) });

  const fill = (from: BankInfo) => {
    setBase(from);
    setTheirs(undefined);
    form.reset(typedOf(from));
  };
  const send = async ({ logo, titleLogo, ...typed }: Typed) => {
    setRunning(true);
    try {
      const { data } = await call(updateBankInfo, {
        body: {
          ...typed,
          logo: sentLogo(logo),
          titleLogo: sentLogo(titleLogo),
          ...(base.revision !== undefined && { revision: base.revision }),
        },
      });
      queries.setQueryData(keyOf(bankInfo, {}), { status: { code: 0 as const }, data });
      void queries.invalidateQueries({ queryKey: keyOf(logoByCode) });
      fill(data);
      toast.success(t('done'));
    } catch (error) {
      if (error instanceof ApiError && error.refusalName === 'CHANGED_MEANWHILE') {
        await queries.fetchQuery({ ...queryOf(bankInfo, {}), staleTime: 0 }).then(
          (it) => setTheirs(it.data),
          () => showError(error),
        );
      } else if (!showFieldFaults(form, error)) showError(error);
    } finally {
      setRunning(false);
      setAsked(undefined);
    }
  };
  return {
    form,
    base,
    theirs,
    isAsking: asked !== undefined,
    isRunning,
    ask: setAsked,
    cancel: () => setAsked(undefined),
    confirm: () => asked && void send(asked),
    /** What was typed stays, and the next update replaces what the colleague wrote there; the other fields are the colleague's. */
    keepMine: () => {
      if (theirs) {
        setBase(theirs);
        form.reset(typedOf(theirs), { keepDirtyValues: true });
      }
      setTheirs(undefined);
    },
    takeTheirs: () => theirs && fill(theirs),
  };
}
