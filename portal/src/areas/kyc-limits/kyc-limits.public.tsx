import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import { permissionFor } from '@tonle/contract/channel-permissions';
import type { CustomerDetail } from '@tonle/contract/customers';
import { activeLimits, activeLimitsMax, setAccountLimit } from '@tonle/contract/kyc-limits';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { Money } from '../../ui/money.tsx';
import styles from './kyc-limits.module.css';
import { useKycLimitsTexts } from './kyc-limits-texts.ts';

const customersArea: Area = 'customers';

/** On the customer's page: gives the account another limit of its kind and KYC status, which its next payment is judged by. */
export function AccountLimitSetting({ customer }: { customer: CustomerDetail }) {
  const t = useKycLimitsTexts();
  const may = useMay(permissionFor('customers.change', customer.accountType));
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} />}
        disabled={customer.status === 'DELETED'}
        onClick={() => setOpen(true)}
      >
        {t('set.open')}
      </Button>
      {isOpen && <LimitDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}

function LimitDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const t = useKycLimitsTexts();
  const queries = useQueryClient();
  const { accountId, accountType, kycStatus, kycLimitId } = customer;
  const { data } = useQuery(queryOf(activeLimits, { query: { page: 0, size: activeLimitsMax } }));
  const limits = (data?.rows ?? []).filter(
    (it) => it.accountType === accountType && it.kycStatus === kycStatus,
  );
  const [chosen, setChosen] = useState(kycLimitId);
  const [running, setRunning] = useState(false);
  const limit = limits.find((it) => it.id === chosen);
  const confirm = async () => {
    if (limit === undefined) return;
    setRunning(true);
    try {
      await call(setAccountLimit, { body: { accountId, limitId: limit.id } });
      toast.success(t('set.done', { name: limit.limitName }));
      await queries.invalidateQueries({ queryKey: [customersArea] });
      onClose();
    } catch (error) {
      showError(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <ConfirmDialog
      opened
      onCancel={onClose}
      onConfirm={() => void confirm()}
      running={running}
      ready={limit !== undefined && limit.id !== kycLimitId}
      icon={<IconAdjustmentsHorizontal size={20} stroke={1.6} />}
      title={t('set.title')}
      confirm={t('set.confirm')}
    >
      <p>{t('set.text')}</p>
      <label className={styles.choice}>
        <span className="tn-label">{t('set.label')}</span>
        <select value={chosen ?? ''} onChange={(event) => setChosen(event.currentTarget.value)}>
          {limits.map((it) => (
            <option key={it.id} value={it.id}>
              {it.limitName}
            </option>
          ))}
        </select>
      </label>
      {limit && (
        <p className={styles.perDay}>
          {t.rich('set.per-day', {
            khr: <Money key="khr" amount={limit.limits['khr#nbc'].dayLimit} currency="KHR" code />,
            usd: <Money key="usd" amount={limit.limits['usd#nbc'].dayLimit} currency="USD" code />,
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}
