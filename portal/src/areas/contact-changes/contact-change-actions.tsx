import { Button } from '@mantine/core';
import { IconBan, IconCheck, IconSend } from '@tabler/icons-react';
import { contactChangeCan } from '@tonle/contract/contact-change-states';
import {
  authorizeContactChange,
  type ContactChange,
  cancelContactChange,
  resendContactChangeCode,
} from '@tonle/contract/contact-changes';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { useSession } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/messages.ts';
import { openLoaded } from '../../ui/open-loaded.ts';
import { shownContact } from './contact-change-states.tsx';
import styles from './contact-changes.module.css';
import { useContactChangesTexts } from './contact-changes-texts.ts';
import { useContactChangeAct } from './use-contact-change-act.ts';

const loadCode = () => import('./code-dialog.tsx');
const loadReject = () => import('./reject-dialog.tsx');
const ContactCodeDialog = lazy(async () => ({ default: (await loadCode()).ContactCodeDialog }));
const RejectDialog = lazy(async () => ({ default: (await loadReject()).RejectDialog }));

export type Side = 'admin' | 'authorizer';
type Act = keyof typeof contactChangeCan;

/** What each side is offered, where the state allows it (2-console.md section 4). */
const offered: Readonly<Record<Side, readonly Act[]>> = {
  admin: ['verify', 'resend', 'cancel'],
  authorizer: ['authorize', 'reject'],
};
const leading: readonly Act[] = ['verify', 'authorize'];

type ActionsProps = { side: Side; request: ContactChange; size?: 'xs' | 'sm' };

/** The acts that a request allows now; what they ask stands in dialogs. */
export function ContactChangeActions({ side, request, size = 'xs' }: ActionsProps) {
  const t = useContactChangesTexts();
  const [asked, setAsked] = useState<Act>();
  const ask = (act: Act) => {
    if (act === 'verify') openLoaded(loadCode, () => setAsked(act))();
    else if (act === 'reject') openLoaded(loadReject, () => setAsked(act))();
    else setAsked(act);
  };
  const { login } = useSession().user;
  const acts = offered[side].filter((act) => contactChangeCan[act](request));
  const isOwn = request.creatorLogin === login;
  return (
    <>
      {acts.length === 0 && <span className={styles.absent}>{t('no-actions')}</span>}
      <span className={styles.actions}>
        {acts.map((act) => {
          const isBarred = act === 'authorize' && isOwn;
          const label = t(`act.${act}`);
          return (
            <Button
              key={act}
              size={size}
              variant={leading.includes(act) ? (size === 'sm' ? 'filled' : 'light') : 'default'}
              disabled={isBarred}
              title={isBarred ? t('own-request') : undefined}
              aria-label={size === 'xs' ? t('act.on', { act: label, account: request.accountId }) : undefined}
              onClick={() => ask(act)}
            >
              {label}
            </Button>
          );
        })}
      </span>
      {/* It stays, with what was typed, also where a colleague has changed the request meanwhile. */}
      {asked !== undefined && (
        <Suspense fallback={null}>
          <ActDialog act={asked} request={request} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}

type ActDialogProps = { act: Act; request: ContactChange; onClose: () => void };

function ActDialog({ act, request, onClose }: ActDialogProps): ReactNode {
  if (act === 'verify') {
    const { id, accountId, replacementMobilePrimaryContact: contact } = request;
    return <ContactCodeDialog id={id} accountId={accountId} contact={contact} onClose={onClose} />;
  }
  if (act === 'reject') return <RejectDialog request={request} onClose={onClose} />;
  return <SureDialog act={act} request={request} onClose={onClose} />;
}

const plain = {
  resend: { endpoint: resendContactChangeCode, done: 'code.resent', Icon: IconSend },
  cancel: { endpoint: cancelContactChange, done: 'canceled', Icon: IconBan },
  authorize: { endpoint: authorizeContactChange, done: 'authorized', Icon: IconCheck },
} as const;

/** The acts that ask nothing but whether they are meant. */
function SureDialog({ act, request, onClose }: ActDialogProps & { act: keyof typeof plain }) {
  const t = useContactChangesTexts();
  const { running, run } = useContactChangeAct();
  const { endpoint, done, Icon } = plain[act];
  const texts = {
    account: request.accountId,
    contact: shownContact(request.replacementMobilePrimaryContact),
  };
  const confirm = async () => {
    const send = () => call(endpoint, { body: { requestId: request.id } });
    if ((await run(send, { onOver: onClose })) === undefined) return;
    toast.success(t('success'), { text: t(done) });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      careful={act === 'authorize'}
      danger={act === 'cancel'}
      icon={<Icon size={20} stroke={1.6} />}
      title={act === 'resend' ? t('resend.title') : t(`${act}.title`, texts)}
      confirm={t(`${act}.confirm`)}
      cancel={act === 'cancel' ? t('cancel.keep') : undefined}
      running={running}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{act === 'cancel' ? t('cancel.text') : t(`${act}.text`, texts)}</p>
    </ConfirmDialog>
  );
}
