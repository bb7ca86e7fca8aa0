import { useQueryClient } from '@tanstack/react-query';
import { addAuthorizer, removeAuthorizer } from '@tonle/contract/authorizers';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { showError, toast } from '../../ui/messages.ts';
import { useAuthorizersTexts } from './authorizers-texts.ts';

/** The lists are read again so long after a change (2-console.md section 9). */
const reloadAfterMs = 1_500;

const calls = { add: addAuthorizer, remove: removeAuthorizer } as const;
export type Act = keyof typeof calls;

/**
 * Asks for changes of an account's authorizers, one after the other; each one's outcome is said, and whose change came
 * about is answered.
 */
export function useChange(creatorAccountId: string) {
  const t = useAuthorizersTexts();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [running, setRunning] = useState<Act>();
  const [isSettling, setSettling] = useState(false);
  const reload = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(reload.current), []);
  const ask = async (act: Act, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const done = new Set<string>();
    if (running !== undefined) return done;
    setRunning(act);
    // An earlier run's reload would come in the middle of this one.
    window.clearTimeout(reload.current);
    setSettling(true);
    const refused: { id: string; error: unknown }[] = [];
    for (const id of ids) {
      try {
        await call(calls[act], { body: { creatorAccountId, authorizerAccountId: id } });
        done.add(id);
        toast.progress(t(`${act}.done`, { id }));
      } catch (error) {
        refused.push({ id, error });
      }
    }
    setRunning(undefined);
    const [first] = refused;
    if (first) {
      const detail = refused.map(({ id, error }) => `${id}: ${errorText(error).detail}`).join('\n');
      showError(first.error, { title: t('failed', { count: refused.length }), detail });
    }
    reload.current = window.setTimeout(() => {
      setSettling(false);
      void queries.invalidateQueries({ queryKey: [addAuthorizer.area] });
    }, reloadAfterMs);
    return done;
  };
  return {
    ask,
    running,
    /** The lists are about to be read again. */
    isSettling,
  };
}
