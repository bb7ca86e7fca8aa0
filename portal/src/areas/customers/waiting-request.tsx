import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { permissionFor } from '@tonle/contract/channel-permissions';
import type { CustomerDetail } from '@tonle/contract/customers';
import { linkTo, paths } from '../../paths.ts';
import { useMay } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { useCustomersTexts } from './customers-texts.ts';
import styles from './user-info.module.css';

type WaitingRequestProps = Pick<CustomerDetail, 'accountType'> & { verificationId: string };

/** A request of the customer waits: the way to it, for those who may open it. */
export function WaitingRequest({ accountType, verificationId }: WaitingRequestProps) {
  const t = useCustomersTexts();
  const mayReview = useMay(permissionFor('verification.list', accountType));
  return (
    <div className={styles.waiting}>
      <Banner
        tone="warning"
        title={t('update.waiting')}
        end={
          mayReview && (
            <Button variant="default" component={Link} {...linkTo(paths.review(verificationId))}>
              {t('update.review')}
            </Button>
          )
        }
      />
    </div>
  );
}
