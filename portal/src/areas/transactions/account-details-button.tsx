import { Button } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { mayOpenDetail } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { useTransactionsTexts } from './transactions-texts.ts';

/** Leads from a customer to the account's details; only for whoever may open them. */
export function AccountDetailsButton({ customer }: { customer: { accountId: string } }) {
  const t = useTransactionsTexts();
  if (!mayOpenDetail(useSession(), '/account_detail/{id}')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconWallet size={16} stroke={1.6} />}
      component={Link}
      to={paths.accountDetail(customer.accountId)}
    >
      {t('account.title')}
    </Button>
  );
}
