import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconUserOff, IconUsers } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type VerificationDetail, verificationRequest } from '@tonle/contract/verification';
import { useEffect, useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { useFollowed } from '../../events/use-followed.ts';
import { useGoOn } from '../../form/use-go-on.ts';
import { linkTo, paths } from '../../paths.ts';
import { ActorName } from '../../ui/actor-name.tsx';
import { Banner } from '../../ui/banner.tsx';
import { DetailState } from '../../ui/detail-state.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import { AccountId, DateTime } from '../../ui/values.tsx';
import { khmerNameOf, nameOf, UserInfo } from '../customers/customers.public.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { IdentityFigures } from './identity-figures.tsx';
import { useOthersLooking } from './presence.ts';
import { RequestedChanges } from './requested-changes.tsx';
import { useReviewKeys } from './review-keys.ts';
import styles from './verification.module.css';
import { useVerificationTexts } from './verification-texts.ts';

/** /customer_kyc_info/{id}: a request, with everything that helps to decide on it well and fast. */
export default function ReviewPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(queryOf(verificationRequest, { params: { id } }));
  // Something was decided, or has come: perhaps this one, in any case its place.
  useFollowed(verificationRequest, { params: { id } });
  if (query.data?.verificationId === id) return <Review key={id} request={query.data} />;
  return <Missing query={query} />;
}

function Missing({ query }: { query: UseQueryResult<VerificationDetail> }) {
  const t = useVerificationTexts();
  return (
    <>
      <PageHeader title={t('review.title')} />
      <DetailState
        query={query}
        absent={{ icon: <IconUserOff size={20} stroke={1.6} />, title: t('review.missing') }}
        failed={t('review.failed')}
        back={{ to: '/waiting_for_approval', label: t('review.back') }}
      />
    </>
  );
}

function Review({ request }: { request: VerificationDetail }) {
  const t = useVerificationTexts();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const list = paths.waiting(request.accountType);
  const others = useOthersLooking(request.verificationId);
  useReadyNext(request.queue?.nextId);
  const go = (id: string | null | undefined) => {
    if (id) void navigate({ ...linkTo(paths.review(id)), replace: true });
  };
  useReviewKeys({
    onNext: () => go(request.queue?.nextId),
    onPrevious: () => go(request.queue?.previousId),
  });
  const toNext = (next: string | null) =>
    void goOn(next === null ? list : paths.review(next), { replace: next !== null });
  return (
    <>
      <ReviewHeader request={request} list={list} onGo={go} />
      <DetailColumns
        follows
        main={<RequestInfo request={request} />}
        side={
          <>
            {others.length > 0 && (
              <Banner
                tone="warning"
                announce
                icon={<IconUsers size={16} stroke={1.6} />}
                title={t('review.also', { count: others.length, names: others.join(', ') })}
              >
                {t('review.also.text')}
              </Banner>
            )}
            <IdentityFigures check={request.identityCheck} />
            <DecisionPanel request={request} onDecided={toNext} />
          </>
        }
      />
    </>
  );
}

/** The next request is there already when it is turned to: nothing flickers in between. */
function useReadyNext(nextId: string | null | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!nextId) return;
    void queries.prefetchQuery(
      queryOf(verificationRequest, { params: { id: nextId } }, { background: true }),
    );
  }, [queries, nextId]);
}

const tones = { PENDING: 'warning', APPROVED: 'success', REJECTED: 'failure' } as const;

type HeaderProps = { request: VerificationDetail; list: string; onGo: (id: string | null) => void };

function ReviewHeader({ request, list, onGo }: HeaderProps) {
  const t = useVerificationTexts();
  const { requestStatus, queue } = request;
  const khmer = khmerNameOf(request);
  return (
    <PageHeader
      documentTitle={nameOf(request)}
      title={
        <>
          {nameOf(request)}
          {khmer !== undefined && (
            <span className={styles.khmer} lang="km">
              {khmer}
            </span>
          )}
          <StatusBadge tone={tones[requestStatus]} label={t(`state.${requestStatus}`)} code={requestStatus} />
        </>
      }
      crumbs={[
        { label: t('list.title', { channel: t(`channel.${request.accountType}`) }), to: list },
        { label: request.accountId },
      ]}
      sentence={
        <>
          <AccountId id={request.accountId} />
          {' · '}
          {t.rich('review.requested', {
            time: <DateTime key="time" value={request.requestedDate} />,
            by: <ActorName key="by" of={request.requestedBy} />,
          })}
        </>
      }
      actions={
        queue && (
          <span className={styles.place}>
            {t('review.place', { position: queue.position, total: queue.total })}
            <ActionIcon
              variant="default"
              aria-label={t('review.previous')}
              title={t('review.previous')}
              disabled={queue.previousId === null}
              onClick={() => onGo(queue.previousId)}
            >
              <IconChevronLeft size={18} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={t('review.next')}
              title={t('review.next')}
              disabled={queue.nextId === null}
              onClick={() => onGo(queue.nextId)}
            >
              <IconChevronRight size={18} stroke={1.6} />
            </ActionIcon>
          </span>
        )
      }
    />
  );
}

/** Documents beside data; the pictures until now are one click away where the request brings others. */
function RequestInfo({ request }: { request: VerificationDetail }) {
  const t = useVerificationTexts();
  const [pictures, setPictures] = useState<'new' | 'old'>('new');
  const { photoUuid, identityUuid, oldPhotoUuid, oldIdentityUuid } = request;
  const hasOther =
    (oldPhotoUuid !== null && oldPhotoUuid !== photoUuid) ||
    (oldIdentityUuid !== null && oldIdentityUuid !== identityUuid);
  const isOld = hasOther && pictures === 'old';
  return (
    <div className={styles.info}>
      {hasOther && (
        <Segments
          label={t('review.pictures')}
          value={pictures}
          onChange={setPictures}
          choices={[
            { value: 'new', label: t('review.pictures.new') },
            { value: 'old', label: t('review.pictures.old') },
          ]}
        />
      )}
      <UserInfo
        customer={{ ...request, kycStatus: request.accountKycStatus }}
        photoUuid={isOld ? oldPhotoUuid : photoUuid}
        identityUuid={isOld ? oldIdentityUuid : identityUuid}
        beside={<RequestedChanges request={request} />}
      />
    </div>
  );
}
