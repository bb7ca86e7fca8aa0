import { Button } from '@mantine/core';
import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import type { KycLimit } from '@tonle/contract/kyc-limits';
import { type VerificationRow, verificationCan } from '@tonle/contract/verification';
import { useMemo } from 'react';
import type { CardParts, Column } from '../../table/column.ts';
import { Dash } from '../../ui/dash.tsx';
import { OverdueMark } from '../../ui/overdue.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import { AccountId, DateTime } from '../../ui/values.tsx';
import { Contact } from '../customers/customers.public.tsx';
import { LimitSelect } from './limit-select.tsx';
import styles from './verification.module.css';
import { useVerificationTexts } from './verification-texts.ts';

/** What can be done in a row, and with which limit. */
export type RowActs = {
  limits: readonly KycLimit[];
  limitOf: (row: VerificationRow) => KycLimit | undefined;
  choose: (row: VerificationRow, limitId: string) => void;
  onApprove: (row: VerificationRow) => void;
  onReject: (row: VerificationRow) => void;
  onReason: (row: VerificationRow) => void;
  mayDecide: boolean;
};

function Name({ row }: { row: VerificationRow }) {
  return (
    <span className={styles.name} title={row.name}>
      {row.name}
    </span>
  );
}

function RowActions({ row, acts }: { row: VerificationRow; acts: RowActs }) {
  const t = useVerificationTexts();
  if (row.requestStatus === 'REJECTED') {
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={t('reason.show.named', { name: row.name })}
        onClick={() => acts.onReason(row)}
      >
        {t('reason.show')}
      </Button>
    );
  }
  if (!acts.mayDecide) return <Dash />;
  const can = verificationCan.approve(row);
  const why = can ? undefined : t('act.own');
  const limit = acts.limitOf(row);
  return (
    <span className={styles.acts}>
      <LimitSelect
        label={t('limit.of', { name: row.name })}
        limits={acts.limits}
        value={limit?.id ?? ''}
        onChange={(id) => acts.choose(row, id)}
        disabled={!can}
      />
      <Button
        size="xs"
        variant="light"
        aria-label={t('act.approve.named', { name: row.name })}
        title={why}
        disabled={!can || limit === undefined}
        onClick={() => acts.onApprove(row)}
      >
        {t('act.approve')}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={t('act.reject.named', { name: row.name })}
        title={why}
        disabled={!can}
        onClick={() => acts.onReject(row)}
      >
        {t('act.reject')}
      </Button>
    </span>
  );
}

function Contacts({ row }: { row: VerificationRow }) {
  return (
    <span className={styles.contacts}>
      <span>
        <Contact value={row.primaryContact} />
      </span>
      {row.secondaryContact !== null && (
        <span>
          <Contact value={row.secondaryContact} />
        </span>
      )}
    </span>
  );
}

/** The columns of 2-console.md section 2. */
export function useRequestColumns(
  accountType: ChannelAccountType,
  acts: RowActs,
): readonly Column<VerificationRow>[] {
  const t = useVerificationTexts();
  return useMemo<readonly Column<VerificationRow>[]>(
    () => [
      {
        id: 'name',
        header: t(accountType === 'MOBILE' ? 'column.full-name' : 'column.organization'),
        cell: (it) => <Name row={it} />,
        width: 140,
        pinned: true,
        required: true,
      },
      {
        id: 'account',
        header: t('column.account'),
        cell: (it) => (
          <span title={it.accountId}>
            <AccountId id={it.accountId} />
          </span>
        ),
        width: 136,
      },
      { id: 'contacts', header: t('column.contacts'), cell: (it) => <Contacts row={it} />, width: 136 },
      {
        id: 'address',
        header: t('column.address'),
        cell: (it) => (it.address ? <span title={it.address}>{it.address}</span> : <Dash />),
        width: 96,
        priority: 3,
      },
      {
        id: 'registered',
        header: t('column.registered'),
        cell: (it) => <DateTime value={it.registeredDate} part="day" />,
        width: 112,
        priority: 3,
      },
      {
        id: 'requested',
        header: t('column.requested'),
        cell: (it) => (
          <span className={styles.contacts}>
            <DateTime value={it.requestedDate} part="day" />
            {it.overdue === true && (
              <span>
                <OverdueMark since={it.requestedDate} />
              </span>
            )}
          </span>
        ),
        sort: 'requestedDate',
        width: 128,
        priority: 2,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        cell: (it) => <RowActions row={it} acts={acts} />,
        width: 312,
        required: true,
        screenOnly: true,
      },
    ],
    [t, accountType, acts],
  );
}

export function useRequestCard(acts: RowActs): (row: VerificationRow) => CardParts {
  const t = useVerificationTexts();
  return (it) => ({
    title: <Name row={it} />,
    text: <AccountId id={it.accountId} />,
    time: <DateTime value={it.requestedDate} />,
    states:
      it.requestStatus === 'REJECTED' ? (
        <>
          <StatusBadge tone="failure" label={t('state.REJECTED')} code="REJECTED" />
          <RowActions row={it} acts={acts} />
        </>
      ) : (
        <>
          {it.overdue === true && <OverdueMark since={it.requestedDate} />}
          <RowActions row={it} acts={acts} />
        </>
      ),
  });
}
