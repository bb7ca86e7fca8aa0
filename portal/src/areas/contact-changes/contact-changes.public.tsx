import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import type { CustomerDetail } from '@tonle/contract/customers';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../session/session.ts';
import { openLoaded } from '../../ui/open-loaded.ts';
import { useContactChangesTexts } from './contact-changes-texts.ts';

const loadDialog = () => import('./change-contact-dialog.tsx');
const ChangeContactDialog = lazy(loadDialog);

/** Change primary contact, among the acts of a customer's page. */
export function ChangeContactAction({ customer }: { customer: CustomerDetail }) {
  const t = useContactChangesTexts();
  const may = useMay('contact-changes.request');
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAddressBook size={16} stroke={1.6} />}
        disabled={customer.status === 'DELETED'}
        onClick={openLoaded(loadDialog, () => setOpen(true))}
      >
        {t('start.button')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChangeContactDialog
            accountId={customer.accountId}
            oldContact={customer.primaryContact}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
