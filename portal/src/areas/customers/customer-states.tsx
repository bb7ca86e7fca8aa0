import type { CustomerDetail } from '@tonle/contract/customers';
import { StatusBadge, StatusText } from '../../ui/status.tsx';
import { useCustomersTexts } from './customers-texts.ts';

type Standing = Pick<CustomerDetail, 'status' | 'frozen'>;

/** How an account stands: closed for good before switched off before blocked. */
export function AccountStanding({ of: { status, frozen } }: { of: Standing }) {
  const t = useCustomersTexts();
  if (status !== 'ACTIVATED') {
    return <StatusBadge tone="neutral" label={t(`account.${status}`)} code={status} />;
  }
  return frozen ? (
    <StatusBadge tone="failure" label={t('account.frozen')} code="FROZEN" />
  ) : (
    <StatusBadge tone="success" label={t('account.ACTIVATED')} code={status} />
  );
}

const kycTones = { FULL_KYC: 'success', PARTIAL_KYC: 'neutral' } as const;

export function KycState({ status }: { status: CustomerDetail['kycStatus'] }) {
  const t = useCustomersTexts();
  return <StatusText tone={kycTones[status]} label={t(`kyc.${status}`)} code={status} />;
}

/** A request of the customer waits for approval. */
export function WaitingForApproval() {
  const t = useCustomersTexts();
  return <StatusBadge tone="warning" label={t('account.waiting')} code="PENDING" />;
}
