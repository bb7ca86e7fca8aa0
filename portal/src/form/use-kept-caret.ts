import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { caretBefore } from './caret.ts';

/**
 * Keeps the caret of a field whose text is set out anew while it is typed where the person has it, not at the end. `setOut`
 * are the characters that the field itself puts between the typed ones.
 */
export function useKeptCaret(shown: string, setOut: RegExp) {
  const box = useRef<HTMLInputElement>(null);
  const wanted = useRef<{ after: number; forward: boolean }>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined || document.activeElement !== box.current) return;
    const at = caretBefore(shown, wanted.current.after, setOut, wanted.current.forward);
    wanted.current = undefined;
    box.current?.setSelectionRange(at, at);
  });
  /** To be called with each change, before the form hears of it. */
  const keep = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget;
    wanted.current = {
      after: [...value.slice(selectionStart ?? value.length)].filter((it) => !setOut.test(it)).length,
      forward: (nativeEvent as InputEvent).inputType === 'deleteContentForward',
    };
  };
  return { box, keep };
}
