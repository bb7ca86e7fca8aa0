import { Button } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import {
  type RecoveryDetail,
  recoveryRequest,
  recoveryRequestToAuthorize,
} from '@tonle/contract/key-recovery';
import type { RecoveryStatus } from '@tonle/contract/key-recovery-states';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { useFollowed } from '../../events/use-followed.ts';
import { linkTo, paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { useMay } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { useByWhom } from '../../ui/by-whom.ts';
import { Card } from '../../ui/card.tsx';
import { Dash } from '../../ui/dash.tsx';
import { DetailState } from '../../ui/detail-state.tsx';
import { FailedBanner } from '../../ui/failed-banner.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { AccountId, DateTime, Hash } from '../../ui/values.tsx';
import styles from './key-recovery.module.css';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';
import { RecoveryActions, type Side } from './recovery-actions.tsx';
import { NotCreated, RecoveryState, recoveryTone, TrxState } from './recovery-states.tsx';
import { useRecoveryModal } from './use-recovery-modal.tsx';

/** /key_recovery_requests_info/{id} */
export const KeyRecoveryRequestInfo = () => <RecoveryInfo side="admin" />;

/** /recovery-requests-info/{id} */
export const RecoveryRequestInfo = () => <RecoveryInfo side="authorizer" />;

const endpoints = { admin: recoveryRequest, authorizer: recoveryRequestToAuthorize } as const;
const lists = { admin: paths.keyRecoveryRequests, authorizer: paths.recoveryRequests } as const;
/** Here the next step is not this person's: the app, the gateway, the network. */
const moving: readonly RecoveryStatus[] = ['PREPARED', 'OPENED', 'AUTHORIZED', 'SENT', 'APPROVED'];
const pollMs = 3_000;

/** The request without its pictures: looking at those is a thing of its own. */
function useRecovery(side: Side, id: string) {
  const endpoint = endpoints[side] as typeof recoveryRequest;
  const input = {
    params: { id },
    query: getConfig().extensions ? { documents: 'false' as const } : {},
  };
  const query = useQuery(queryOf<typeof recoveryRequest>(endpoint, input));
  useFollowed(endpoint, input);
  // A server of the specifications alone tells nothing.
  useQuery({
    ...queryOf<typeof recoveryRequest>(endpoint, input, { background: true }),
    enabled: !getConfig().extensions && query.data !== undefined && moving.includes(query.data.status),
    refetchInterval: pollMs,
  });
  return query;
}

function RecoveryInfo({ side }: { side: Side }) {
  const t = useKeyRecoveryTexts();
  const byWhom = useByWhom();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useRecovery(side, id);
  const { open, modal } = useRecoveryModal();
  const crumbs = [{ label: t('list.title'), to: lists[side] }, { label: id }];
  const it = query.data;
  if (it === undefined) {
    return (
      <>
        <PageHeader title={t('detail.title')} crumbs={crumbs} />
        <DetailState
          query={query}
          absent={{ icon: <IconKeyOff size={20} stroke={1.6} />, title: t('detail.missing') }}
          failed={t('detail.failed')}
          back={{ to: lists[side], label: t('detail.back') }}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        documentTitle={`${t('detail.title')} ${it.accountId}`}
        title={it.name}
        sentence={<RecoveryState request={it} />}
        actions={<RecoveryActions side={side} request={it} size="sm" onComplete={open} />}
      />
      <Notes side={side} request={it} />
      <DetailColumns
        main={
          <>
            <Fields request={it} />
            <Documents side={side} request={it} />
          </>
        }
        side={
          it.history && (
            <Card title={t('timeline.title')}>
              <Timeline steps={stepsOf(it, t, byWhom)} withDays />
            </Card>
          )
        }
      />
      {modal}
    </>
  );
}

const same = (one: string, other: string): boolean => {
  const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(one) === plain(other);
};

/** Whether what staff typed is not what the bank knows; a record without a document ID contradicts nothing. */
export function differsFromRecord(it: RecoveryDetail): boolean {
  const isOtherName = it.recordName !== undefined && !same(it.name, it.recordName);
  const isOtherDocument = Boolean(
    it.documentId && it.recordDocumentId && !same(it.documentId, it.recordDocumentId),
  );
  return isOtherName || isOtherDocument;
}

function Notes({ side, request: it }: { side: Side; request: RecoveryDetail }) {
  const t = useKeyRecoveryTexts();
  const isBarred = side === 'authorizer' && it.status === 'READY' && it.barred;
  return (
    <>
      {isBarred && (
        <div className={styles.callout}>
          <Banner tone="warning" title={t(`barred.${isBarred}`)} />
        </div>
      )}
      {it.status === 'READY' && differsFromRecord(it) && (
        <div className={styles.callout}>
          <Banner tone="warning" title={t('differs')}>
            {t('differs.text')}
          </Banner>
        </div>
      )}
    </>
  );
}

/** A value as it was typed, with the bank's own where it is another. */
function Typed({ value, record }: { value: string; record: string | null | undefined }) {
  const t = useKeyRecoveryTexts();
  return (
    <span>
      {value}
      {record && !same(value, record) && (
        <span className={styles.record}>
          {' '}
          ({t('field.record')}: {record})
        </span>
      )}
    </span>
  );
}

function Fields({ request: it }: { request: RecoveryDetail }) {
  const t = useKeyRecoveryTexts();
  const may = {
    MOBILE: useMay('customers.list.mobile'),
    DESKTOP: useMay('customers.list.desktop'),
    WEB: useMay('customers.list.web'),
    BANK: false,
  };
  const isLinked = it.accountType !== undefined && may[it.accountType];
  return (
    <Card title={t('detail.card')}>
      <FieldRows
        rows={[
          { label: t('field.name'), value: <Typed value={it.name} record={it.recordName} /> },
          {
            label: t('field.account'),
            value: isLinked ? (
              <Link {...linkTo(paths.kycInfo(it.accountId))}>
                <AccountId id={it.accountId} />
              </Link>
            ) : (
              <AccountId id={it.accountId} />
            ),
          },
          Boolean(it.documentId) && {
            label: t('field.document'),
            value: <Typed value={it.documentId ?? ''} record={it.recordDocumentId} />,
          },
          {
            label: t('field.hash'),
            value:
              it.trxHash === null ? (
                <NotCreated />
              ) : (
                <Hash value={it.trxHash} full copyName={t('field.hash.copy')} />
              ),
          },
          { label: t('field.status'), value: <RecoveryState request={it} /> },
          { label: t('field.trx'), value: <TrxState status={it.trxStatus} /> },
          { label: t('field.date'), value: <DateTime value={it.date * 1_000} /> },
          { label: t('field.update'), value: <DateTime value={it.updateTime * 1_000} /> },
          typeof it.expires === 'number' && {
            label: t('field.expires'),
            value: <DateTime value={it.expires * 1_000} />,
          },
          {
            label: t('field.reason'),
            value: it.comment === null ? <Dash /> : <ReasonText of={it.comment} />,
          },
        ]}
      />
    </Card>
  );
}

/** The customer's photo and the application, fetched when they are opened and not before. */
function Documents({ side, request: it }: { side: Side; request: RecoveryDetail }) {
  const t = useKeyRecoveryTexts();
  const [isShown, setShown] = useState(false);
  return (
    <Card
      title={t('documents.title')}
      aside={
        <Button variant="default" size="xs" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'documents.hide' : 'documents.show')}
        </Button>
      }
    >
      {isShown ? <Pictures side={side} id={it.id} /> : <p className={styles.absent}>{t('documents.help')}</p>}
    </Card>
  );
}

function Pictures({ side, id }: { side: Side; id: string }) {
  const t = useKeyRecoveryTexts();
  const endpoint = endpoints[side] as typeof recoveryRequest;
  const query = useQuery({
    // One look is one entry of the audit log: an act on the request reads the area anew, and not these.
    queryKey: ['key-recovery-documents', side, id],
    queryFn: ({ signal }) => call(endpoint, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (query.error) return <FailedBanner query={query} title={t('documents.failed')} />;
  if (query.data === undefined) return <SkeletonBar width="100%" late />;
  return (
    <div className={styles.panel}>
      <Picture name={t('documents.photo')} content={query.data.photo} />
      <Picture name={t('documents.application')} content={query.data.application} />
    </div>
  );
}

function Picture({ name, content }: { name: string; content: string | null }) {
  const t = useKeyRecoveryTexts();
  return (
    <figure>
      <figcaption>{name}</figcaption>
      {content === null ? (
        <span className={styles.absent}>{t('documents.none')}</span>
      ) : (
        <img src={`data:image/jpeg;base64,${content}`} alt={name} />
      )}
    </figure>
  );
}

type Texts = ReturnType<typeof useKeyRecoveryTexts>;

/** Who did what when, and what comes next. */
function stepsOf(it: RecoveryDetail, t: Texts, byWhom: ReturnType<typeof useByWhom>): TimelineStep[] {
  const happened = (it.history ?? []).map((step) => ({
    tone: recoveryTone[step.status],
    title: t(`step.${step.status}`),
    time: step.at * 1_000,
    text: byWhom(step),
    code: step.status,
  }));
  const next = nextOf(it.status);
  if (next === undefined) return happened;
  // Nobody sees the code a second time: whoever has lost it learns here how to go on.
  const text = next === 'OPENED' ? { text: t('next.OPENED.text') } : {};
  return [...happened, { tone: 'neutral', title: t(`next.${next}`), ...text }];
}

const waiting = [
  'PREPARED',
  'CREATED',
  'VERIFIED',
  'OPENED',
  'READY',
  'AUTHORIZED',
  'SENT',
  'APPROVED',
] as const;
const nextOf = (status: RecoveryStatus) => waiting.find((it) => it === status);
