import { type AuthorizerChange, authorizerChangeTone } from '@tonle/contract/authorizers';
import { StatusBadge } from '../../ui/status.tsx';
import styles from './authorizers.module.css';
import { useAuthorizersTexts } from './authorizers-texts.ts';

/** How a change stands, and why it failed. */
export function ChangeState({ change: { status, reason } }: { change: AuthorizerChange }) {
  const t = useAuthorizersTexts();
  return (
    <span title={reason ?? undefined}>
      <StatusBadge tone={authorizerChangeTone[status]} label={t(`status.${status}`)} code={status} />
      {reason !== null && <span className={styles.reason}>{reason}</span>}
    </span>
  );
}
