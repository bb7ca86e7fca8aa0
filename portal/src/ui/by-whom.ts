import { useShellTexts } from '../i18n/shell-texts.ts';
import { useActorName } from './actor-name.tsx';
import { useReasonText } from './reason-text.tsx';

type Act = { by: string; byLogin?: string | null; reason: string | null };

/** Who did something, and why where a reason was given: the one sentence below a step of a timeline. */
export function useByWhom(): (act: Act) => string {
  const t = useShellTexts();
  const nameOf = useActorName();
  const reasonOf = useReasonText();
  return ({ by, byLogin, reason }) => {
    const who = nameOf(by, byLogin);
    return reason === null
      ? t('timeline.by', { by: who })
      : t('timeline.reason', { by: who, reason: reasonOf(reason) });
  };
}
