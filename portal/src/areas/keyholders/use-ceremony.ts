import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  bankAccountStatus,
  createBankAccount,
  type Keyholder,
  type KeyStatus,
  keyholderList,
  keyStatus,
  resendSecrets,
} from '@tonle/contract/keyholders';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keyOf, queryOf } from '../../api/query.ts';
import { useLive } from '../../events/live.ts';
import { getConfig } from '../../session/config.ts';
import { setCurrentAction } from '../../session/current-action.ts';
import { useSession } from '../../session/session.ts';
import { showError, toast } from '../../ui/messages.ts';
import { useKeyholdersTexts } from './keyholders-texts.ts';

/** The event stream tells of each step; what it does not see, such as a folder that was lost, is found out by asking. */
const pollMs = 30_000;
/** A server without the stream. */
const pollOftenMs = 2_500;
/** A poll is no activity of a person: waiting for the others does not keep a session alive. */
const polled = { background: true } as const;

export type Ceremony = {
  status: KeyStatus;
  keyholders: readonly Keyholder[];
  mine: Keyholder | undefined;
  /** How many have not submitted. */
  missing: number;
  isCreated: boolean;
};

/** Where the ceremony stands, followed while others submit. */
export function useCeremony() {
  const { user } = useSession();
  const client = useQueryClient();
  const refetchInterval = getConfig().extensions ? pollMs : pollOftenMs;
  const status = useQuery({ ...queryOf(keyStatus, {}, polled), refetchInterval });
  const list = useQuery({ ...queryOf(keyholderList, {}, polled), refetchInterval });
  const keyholders = list.data ?? [];
  const missing = keyholders.filter((it) => !it.status).length;
  const isAllThere = keyholders.length > 0 && missing === 0;
  const account = useQuery({
    ...queryOf(bankAccountStatus, {}, polled),
    refetchInterval,
    enabled: isAllThere,
  });
  const now = status.data?.status;
  useCurrentCase(now);
  const ceremony: Ceremony | undefined =
    now === undefined || list.data === undefined
      ? undefined
      : {
          status: now,
          keyholders,
          mine: keyholders.find((it) => it.username === user.login),
          missing,
          isCreated: now === 'INSTALLED' || (isAllThere && account.data?.accountStatus === 'ACTIVATED'),
        };
  const refresh = () => client.invalidateQueries({ queryKey: [keyStatus.area] });
  useLive(({ type }) => {
    if (type === 'keyholders' || type === 'ready' || type === 'reload') void refresh();
  });
  return {
    ceremony,
    error: ceremony === undefined ? (status.error ?? list.error) : null,
    retrying: status.isFetching || list.isFetching,
    refresh,
    /** What a submission answered, before the next poll. */
    put: (answer: Keyholder[]) => {
      client.setQueryData(keyOf(keyholderList, {}), answer);
      return refresh();
    },
  };
}

/** Tells the shell what the user is in the middle of, for as long as that is known. */
function useCurrentCase(status: KeyStatus | undefined): void {
  useEffect(() => {
    if (status !== undefined) setCurrentAction(status === 'RE_INSTALLATION' ? 'reinstall' : undefined);
  }, [status]);
}

/** Errors of keyholders carry titles of their own (1-portal.md section 8). */
export function useKeyError() {
  const t = useKeyholdersTexts();
  return (error: unknown) => {
    const isNoWrite = error instanceof ApiError && error.refusalName === 'KEY_STORE_NOT_WRITABLE';
    showError(error, { title: isNoWrite ? t('error.no-write.title') : t('error.title') });
  };
}

/**
 * Asks for the key once all secrets are there, as soon as this page sees the last one arrive. Each keyholder's page does;
 * the server makes the key once.
 */
export function useCreation(ceremony: Ceremony | undefined, refresh: () => Promise<void>) {
  const t = useKeyholdersTexts();
  const keyError = useKeyError();
  const [state, setState] = useState<'running' | 'failed'>();
  const sawMissing = useRef(false);
  const isReinstalling = useRef(false);
  if (ceremony?.status === 'RE_INSTALLATION') isReinstalling.current = true;

  const run = async (endpoint: typeof createBankAccount | typeof resendSecrets) => {
    setState('running');
    try {
      await call(endpoint, {});
      await refresh();
      setState(undefined);
    } catch (error) {
      setState('failed');
      keyError(error);
    }
  };
  const hasList = ceremony !== undefined && ceremony.keyholders.length > 0;
  const missing = ceremony?.missing ?? 0;
  useEffect(() => {
    if (!hasList) return;
    if (missing > 0) {
      sawMissing.current = true;
      return;
    }
    if (!sawMissing.current) return;
    sawMissing.current = false;
    toast.progress(t('announce.all'), {
      text: t(isReinstalling.current ? 'announce.reinstalling' : 'announce.creating'),
    });
    void run(createBankAccount);
  });
  return {
    state,
    /** Tries again from the secrets that are there. */
    generate: () => {
      toast.progress(t('generating'));
      return run(resendSecrets);
    },
  };
}
