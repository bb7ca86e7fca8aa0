import { Button } from '@mantine/core';
import { IconInbox, IconLock, IconSend, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useMay } from '../session/session.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FieldRows } from '../ui/field-rows.tsx';
import { showError, toast } from '../ui/messages.ts';
import { Money } from '../ui/money.tsx';
import { DetailColumns, PageHeader } from '../ui/page-header.tsx';
import { Reference } from '../ui/reference.tsx';
import { RawCode, StatusBadge, StatusText, Tag } from '../ui/status.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { AccountId, Copyable, DateTime, Hash } from '../ui/values.tsx';
import { GalleryForm } from './gallery-form.tsx';
import { GalleryLists } from './gallery-lists.tsx';

/**
 * Every building block in its states, to look at while they are changed: /gallery, in `npm run dev` only. Its own
 * words are no product texts, so they stand here.
 */
export default function GalleryPage() {
  return (
    <>
      <PageHeader
        title="Gallery"
        sentence="Building blocks in their states."
        crumbs={[{ label: 'Start', to: '/' }, { label: 'Gallery' }]}
        actions={<DialogButtons />}
      />
      <div style={{ display: 'grid', gap: 16 }}>
        <Banners />
        <DetailColumns main={<Values />} side={<History />} />
        <GalleryForm />
        <GalleryLists />
      </div>
    </>
  );
}

const refusal = new ApiError({
  kind: 'refused',
  httpStatus: 409,
  name: 'WRONG_STATE',
  message: 'This is no longer possible: it is now ACKNOWLEDGED_BY_FI.',
  reference: '7F3A-94E1',
  data: { state: 'ACKNOWLEDGED_BY_FI' },
});

function DialogButtons() {
  const [shown, setShown] = useState<'send' | 'running' | 'delete'>();
  const close = () => setShown(undefined);
  const amount = <Money amount="1000000" currency="KHR" code size="inline" />;
  return (
    <>
      <Button variant="default" onClick={() => toast.success('Acknowledge successfully', { text: amount })}>
        Success
      </Button>
      <Button variant="default" onClick={() => toast.error('Failed', { reference: '7F3A-93B7' })}>
        Failure
      </Button>
      <Button variant="default" onClick={() => showError(refusal)}>
        Error dialog
      </Button>
      <Button variant="default" color="red" onClick={() => setShown('delete')}>
        Delete
      </Button>
      <Button onClick={() => setShown('send')}>Send</Button>
      <ConfirmDialog
        opened={shown === 'send'}
        onCancel={close}
        onConfirm={() => setShown('running')}
        careful
        icon={<IconSend size={20} stroke={1.6} />}
        title="Are you sure?"
        confirm={<>Yes, send {amount}</>}
      >
        You are sending <b>{amount}</b> to <AccountId id="ly_sokunthea@chkt" />. A sent transfer can’t be
        recalled.
      </ConfirmDialog>
      <ConfirmDialog
        opened={shown === 'running'}
        running
        onCancel={close}
        onConfirm={close}
        tone="warning"
        icon={<IconX size={20} stroke={1.6} />}
        title="Refund this deposit?"
        confirm="Refund"
      >
        Runs for ever, to be looked at. Load the page again.
      </ConfirmDialog>
      <ConfirmDialog
        opened={shown === 'delete'}
        danger
        onCancel={close}
        onConfirm={close}
        phrase="Delete user nhem_bopha@chkt"
        icon={<IconTrash size={20} stroke={1.6} />}
        title="Delete user nhem_bopha@chkt?"
        confirm="Delete user"
      >
        The account is closed for good.
      </ConfirmDialog>
    </>
  );
}

const Banners = () => (
  <div style={{ display: 'grid', gap: 8 }}>
    <Banner tone="warning" title="This deposit waits for your bank." end="waiting 2 min">
      Acknowledge it once it is booked, or refund the full amount to the sender.
    </Banner>
    <Banner tone="progress" title="All secret keys have been submitted.">
      Bank account is in the process of creation!
    </Banner>
    <Banner tone="failure" title="The refund did not go through." end={<Reference value="7F3A-92D0" />} />
    <Banner tone="neutral" icon={<IconLock size={18} stroke={1.6} />} title="You can't edit NBC limits" />
  </div>
);

const hash = '6be2094c1fa7d83e5b0c2f96a41d7e83c90b5f2ad61e4873f0a9c5b27de14a80';
const time = '2026-11-27T14:33:40+07:00';

function Values() {
  const maySend = useMay('main-account.transfer');
  return (
    <>
      <Card title="Details" aside={<Tag>KHR</Tag>}>
        <FieldRows
          rows={[
            { label: 'Trx hash', value: <Hash full value={hash} copyName="hash" /> },
            { label: 'Short hash', value: <Hash value={hash} /> },
            { label: 'Reference', value: <Copyable value="RMDL-20261127-88213" name="reference" /> },
            { label: 'Account', value: <AccountId id="keo_sovannara@rmdl" copy /> },
            { label: 'Time', value: <DateTime value={time} /> },
            {
              label: 'Amount',
              value: <Money amount="-1250000" currency="USD" code />,
              action: <a href="/gallery">Change</a>,
            },
            { label: 'Status', value: <StatusBadge tone="success" label="Success" code="SUCCESS" /> },
            { label: 'Business status', value: <StatusText tone="neutral" label="Refunded by receiver" /> },
            { label: 'May send', value: <RawCode code={String(maySend)} /> },
          ]}
        />
      </Card>
      <Card>
        <EmptyState icon={<IconInbox size={20} stroke={1.6} />} title="There is no data to display">
          Deposits from other banks appear here as they arrive.
        </EmptyState>
      </Card>
    </>
  );
}

const History = () => (
  <Card title="Status history" aside="27 Nov 2026 · UTC+7">
    <Timeline
      steps={[
        {
          tone: 'success',
          title: 'Sent',
          time,
          text: 'The customer confirmed the payment.',
          code: 'PENDING',
        },
        { tone: 'warning', title: 'Received', time, text: 'Your bank decides now.', code: 'RECEIVED_AT_FI' },
        { tone: 'neutral', title: 'Acknowledged or refunded', text: 'Not yet decided.' },
      ]}
    />
  </Card>
);
