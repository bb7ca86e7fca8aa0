import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CustomerDetail } from '@tonle/contract/customers';
import { linkTo, paths } from '../../paths.ts';
import { useMay } from '../../session/session.ts';
import { useAuthorizersTexts } from './authorizers-texts.ts';

/** The way to the authorizers of a desktop account (2-console.md section 6); other accounts have none. */
export function ManageAuthorizers({ customer }: { customer: CustomerDetail }) {
  const t = useAuthorizersTexts();
  const may = useMay('authorizers.change');
  if (!may || customer.accountType !== 'DESKTOP' || customer.status === 'DELETED') return null;
  return (
    <Button
      component={Link}
      {...linkTo(paths.manageAuthorizers(customer.accountId))}
      variant="default"
      leftSection={<IconSignature size={16} stroke={1.6} />}
    >
      {t('manage')}
    </Button>
  );
}
