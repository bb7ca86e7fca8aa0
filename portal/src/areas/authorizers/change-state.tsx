import { type AuthorizerChange, authorizerChangeTone } from '@tonle/contract/authorizers';
import { ReasonText } from '../../ui/reason-text.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import styles from './authorizers.module.css';
import { useAuthorizersTexts } from './authorizers-texts.ts';

type ChangeProps = { change: AuthorizerChange };

export function ChangeStatus({ change: { status } }: ChangeProps) {
  const t = useAuthorizersTexts();
  return <StatusBadge tone={authorizerChangeTone[status]} label={t(`status.${status}`)} code={status} />;
}

/** How a change stands, and why it failed. */
export function ChangeState({ change }: ChangeProps) {
  return (
    <>
      <ChangeStatus change={change} />
      {change.reason !== null && (
        <span className={styles.reason}>
          <ReasonText of={change.reason} />
        </span>
      )}
    </>
  );
}
