import { Button } from '@mantine/core';
import { IconDevicesOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endOwnSession, type OwnSession, ownSessions } from '@tonle/contract/sign-in';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, queryOf } from '../../api/query.ts';
import { dayOf, timeOf } from '../../i18n/time.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailedBanner } from '../../ui/failed-banner.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './account.module.css';
import { useAccountTexts } from './account-texts.ts';
import { deviceOf } from './device.ts';

/** Where one is signed in; any session but this one can be ended, at once. */
export function SessionsCard() {
  const t = useAccountTexts();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const sessions = useQuery(queryOf(ownSessions, {}));
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(ownSessions) });
  const ended = (count: number) => {
    toast.success(t('sessions.ended', { count }));
    return refresh();
  };
  const endOne = useMutation({
    mutationFn: (id: string) => call(endOwnSession, { params: { id } }),
    onSuccess: () => ended(1),
    onError: (error) => {
      showError(error);
      void refresh();
    },
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: ({ data }) => {
      setAsking(false);
      return ended(data.ended);
    },
    onError: (error) => showError(error),
  });
  const rows = sessions.data?.rows;
  return (
    <Card title={t('sessions.title')}>
      <p className={styles.help}>{t('sessions.help')}</p>
      <FailedBanner query={sessions} title={t('sessions.failed')} />
      {sessions.isPending && <SkeletonBar width="60%" late />}
      <ul className={styles.sessions}>
        {rows?.map((it) => (
          <SessionRow
            key={it.id}
            session={it}
            running={endOne.isPending}
            onEnd={() => endOne.mutate(it.id)}
          />
        ))}
      </ul>
      {rows && rows.length > 1 && (
        <div className={styles.others}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('sessions.end-others')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => endOthers.mutate()}
        running={endOthers.isPending}
        icon={<IconDevicesOff size={20} stroke={1.6} />}
        tone="warning"
        title={t('sessions.end-others.title')}
        confirm={t('sessions.end-others')}
      >
        {t('sessions.end-others.text')}
      </ConfirmDialog>
    </Card>
  );
}

type SessionRowProps = { session: OwnSession; running: boolean; onEnd: () => void };

function SessionRow({ session, running, onEnd }: SessionRowProps) {
  const t = useAccountTexts();
  const device = deviceOf(session.userAgent) ?? (session.userAgent.slice(0, 60) || t('sessions.unknown'));
  const time = `${dayOf(session.created)} ${timeOf(session.created)}`;
  return (
    <li>
      <div>
        <div className={styles.device}>
          {device}
          {session.isCurrent && <Tag>{t('sessions.this')}</Tag>}
        </div>
        <div className={styles.when}>
          {t('sessions.from', { address: session.address })}
          {' · '}
          {t.rich('sessions.since', { time: <DateTime value={session.created} /> })}
          {' · '}
          {t.rich('sessions.seen', { time: <DateTime value={session.lastSeen} /> })}
        </div>
      </div>
      {!session.isCurrent && (
        <Button
          size="xs"
          variant="default"
          disabled={running}
          aria-label={t('sessions.end.named', { device, time })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
