import type { VerificationDetail } from '@tonle/contract/verification';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './verification.module.css';
import { useVerificationTexts } from './verification-texts.ts';

/** From here on a figure is good, or at least doubtful. */
const GOOD = 0.8;
const DOUBTFUL = 0.6;
const toneOf = (share: number) => (share >= GOOD ? 'success' : share >= DOUBTFUL ? 'warning' : 'failure');

/** What the app found when it looked at the customer's face. */
export function IdentityFigures({ check }: { check: VerificationDetail['identityCheck'] }) {
  const t = useVerificationTexts();
  return (
    <Card title={t('identity.title')}>
      {check === null ? (
        <p className={styles.hint}>{t('identity.none')}</p>
      ) : (
        <>
          {!check.live && (
            <div className={styles.notLive}>
              <Banner tone="failure" title={t('identity.not-live')} />
            </div>
          )}
          <Figure label={t('identity.liveness')} share={check.liveConfidenceAvg} />
          <Figure label={t('identity.face-match')} share={check.faceMatch} />
        </>
      )}
    </Card>
  );
}

function Figure({ label, share }: { label: string; share: number }) {
  const percent = `${(share * 100).toFixed(1)}%`;
  return (
    <div className={styles.figure}>
      <span>{label}</span>
      <b>{percent}</b>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles[toneOf(share)]} style={{ width: percent }} />
      </span>
    </div>
  );
}
