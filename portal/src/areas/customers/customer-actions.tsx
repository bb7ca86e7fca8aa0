import { Button } from '@mantine/core';
import { IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { permissionFor } from '@tonle/contract/channel-permissions';
import {
  type CustomerDetail,
  customerCan,
  deleteAccount,
  setUserFrozen,
  unsetUserFrozen,
} from '@tonle/contract/customers';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { RecoveryAction } from '../key-recovery/key-recovery.public.tsx';
import { AccountLimitSetting } from '../kyc-limits/kyc-limits.public.tsx';
import { PaymentQrButton } from '../payment-qr/payment-qr.public.tsx';
import { useCustomersTexts } from './customers-texts.ts';
import { nameOf } from './names.ts';

const endpointOf = { block: setUserFrozen, unblock: unsetUserFrozen, delete: deleteAccount } as const;
type Act = keyof typeof endpointOf;

/** Runs one act at a time, and reads the customer again whatever came of it: somebody may have been faster. */
function useAct({ accountId }: CustomerDetail) {
  const t = useCustomersTexts();
  const queries = useQueryClient();
  const [running, setRunning] = useState<Act>();
  const done: Record<Act, string> = {
    block: t('block.done'),
    unblock: t('unblock.done'),
    delete: t('delete.done', { id: accountId }),
  };
  const run = async (act: Act): Promise<void> => {
    if (running !== undefined) return;
    setRunning(act);
    try {
      await call(endpointOf[act], { body: { accountId } });
      toast.success(t('success'), { text: done[act] });
    } catch (error) {
      showError(error);
    } finally {
      await queries.invalidateQueries({ queryKey: [deleteAccount.area] }).catch(() => undefined);
      setRunning(undefined);
    }
  };
  return { running, run };
}

type CustomerActionsProps = {
  customer: CustomerDetail;
  /** Opens the form that changes the customer. */
  onUpdate: () => void;
};

/** What may be done with a customer, for those who may change customers of this channel; auditors see none of it. */
export function CustomerActions({ customer, onUpdate }: CustomerActionsProps) {
  const t = useCustomersTexts();
  const mayChange = useMay(permissionFor('customers.change', customer.accountType));
  const [asked, setAsked] = useState<Act>();
  const { running, run } = useAct(customer);
  if (!mayChange) return null;
  const toggle = customer.frozen ? 'unblock' : 'block';
  const confirm = async (act: Act) => {
    await run(act);
    setAsked(undefined);
  };
  const dialog = (act: Act) => ({
    opened: asked === act,
    running: running === act,
    onCancel: () => setAsked(undefined),
    onConfirm: () => void confirm(act),
  });
  const name = <b>{nameOf(customer)}</b>;
  const Toggle = customer.frozen ? IconLockOpen : IconLock;
  return (
    <>
      <PaymentQrButton
        recipient={{ accountId: customer.accountId, name: nameOf(customer) }}
        disabled={customer.status === 'DELETED'}
      />
      <Button
        variant="default"
        leftSection={<IconPencil size={16} stroke={1.6} />}
        disabled={!customerCan.edit(customer) || customer.verificationRequestId !== null}
        onClick={onUpdate}
      >
        {t('update')}
      </Button>
      <RecoveryAction customer={customer} />
      <AccountLimitSetting customer={customer} />
      <Button
        variant="default"
        leftSection={<Toggle size={16} stroke={1.6} />}
        disabled={!customerCan[toggle](customer)}
        onClick={() => setAsked(toggle)}
      >
        {t(toggle)}
      </Button>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={16} stroke={1.6} />}
        disabled={!customerCan.remove(customer)}
        onClick={() => setAsked('delete')}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        {...dialog('block')}
        icon={<IconLock size={20} stroke={1.6} />}
        danger
        title={t('block.title')}
        confirm={t('block.confirm')}
      >
        <p>{t.rich('block.text', { name })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog('unblock')}
        icon={<IconLockOpen size={20} stroke={1.6} />}
        title={t('unblock.title')}
        confirm={t('unblock.confirm')}
      >
        <p>{t.rich('unblock.text', { name })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog('delete')}
        icon={<IconTrash size={20} stroke={1.6} />}
        danger
        careful
        title={t('delete.title')}
        confirm={t('delete.confirm')}
        // The server, the manual and the specification know one phrase, whatever the language.
        phrase={`Delete user ${customer.accountId}`}
      >
        <p>{t.rich('delete.text', { name })}</p>
      </ConfirmDialog>
    </>
  );
}
