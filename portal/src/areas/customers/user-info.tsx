import type { CustomerDetail } from '@tonle/contract/customers';
import type { ReactNode } from 'react';
import { Documents } from './documents.tsx';
import { IdentityHistory, ProfileHistory } from './histories.tsx';
import { AccountCard, ProfileCard } from './profile-cards.tsx';
import styles from './user-info.module.css';

type UserInfoProps = {
  customer: CustomerDetail;
  /** The pictures to show, where they are others than the customer's own, as in a request. */
  photoUuid?: string | null;
  identityUuid?: string | null;
  /** Beside the profile, before the account: what a request would change. */
  beside?: ReactNode;
};

/** What is known of a customer: documents, profile, account, and the two histories (2-console.md section 2). */
export function UserInfo({ customer, photoUuid, identityUuid, beside }: UserInfoProps) {
  return (
    <div className={styles.info}>
      <Documents
        photoUuid={photoUuid === undefined ? customer.photoUuid : photoUuid}
        identityUuid={identityUuid === undefined ? customer.identityUuid : identityUuid}
      />
      <div className={beside ? styles.three : styles.pair}>
        {beside}
        <ProfileCard customer={customer} />
        <AccountCard customer={customer} />
      </div>
      <ProfileHistory accountId={customer.accountId} />
      <IdentityHistory accountId={customer.accountId} />
    </div>
  );
}
