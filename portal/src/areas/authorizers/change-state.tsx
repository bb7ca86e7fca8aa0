import { type AuthorizerChange, authorizerChangeTone } from '@tonle/contract/authorizers';
import { useReasonText } from '../../ui/reason-text.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import styles from './authorizers.module.css';
import { useAuthorizersTexts } from './authorizers-texts.ts';

/** How a change stands, and why it failed. */
export function ChangeState({ change: { status, reason } }: { change: AuthorizerChange }) {
  const t = useAuthorizersTexts();
  const reasonText = useReasonText();
  const text = reason === null ? undefined : reasonText(reason);
  return (
    <span title={text}>
      <StatusBadge tone={authorizerChangeTone[status]} label={t(`status.${status}`)} code={status} />
      {text !== undefined && <span className={styles.reason}>{text}</span>}
    </span>
  );
}
