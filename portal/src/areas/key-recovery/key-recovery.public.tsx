import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { CustomerDetail } from '@tonle/contract/customers';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../session/session.ts';
import { openLoaded } from '../../ui/open-loaded.ts';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';

const loadModal = () => import('./recovery-modal.tsx');
const RecoveryModal = lazy(loadModal);

/** Recovery, among the acts of a customer's page: for a person the form at once, for an organisation the code first. */
export function RecoveryAction({ customer }: { customer: CustomerDetail }) {
  const t = useKeyRecoveryTexts();
  const may = useMay('key-recovery.request');
  const [isOpen, setOpen] = useState(false);
  if (!may || customer.status !== 'ACTIVATED') return null;
  const isPerson = customer.accountType === 'MOBILE';
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} stroke={1.6} />}
        onClick={openLoaded(loadModal, () => setOpen(true))}
      >
        {t('customer.recovery')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RecoveryModal
            start={{
              accountId: customer.accountId,
              name: (isPerson ? customer.fullName : customer.organizationName) ?? '',
              ...(customer.documentId === null ? {} : { documentId: customer.documentId }),
              step: isPerson ? 'individual' : 'prepare',
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
