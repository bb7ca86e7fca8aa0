import type { KycLimit } from '@tonle/contract/kyc-limits';
import { Money } from '../../ui/money.tsx';
import styles from './verification.module.css';
import { useVerificationTexts } from './verification-texts.ts';

/** What a limit lets somebody pay in a day. */
export function LimitAmounts({ limit }: { limit: KycLimit }) {
  const t = useVerificationTexts();
  return (
    <dl className={styles.amounts}>
      <div>
        <dt>{t('decision.khr')}</dt>
        <dd>
          <Money amount={limit.limits['khr#nbc'].dayLimit} currency="KHR" />
        </dd>
      </div>
      <div>
        <dt>{t('decision.usd')}</dt>
        <dd>
          <Money amount={limit.limits['usd#nbc'].dayLimit} currency="USD" />
        </dd>
      </div>
    </dl>
  );
}
