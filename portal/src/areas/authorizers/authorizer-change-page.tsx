import { IconSignatureOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import {
  type AuthorizerChangeDetail,
  type AuthorizerChangeEvent,
  authorizerChange,
} from '@tonle/contract/authorizers';
import { queryOf } from '../../api/query.ts';
import { useFollowed } from '../../events/use-followed.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { linkTo, paths } from '../../paths.ts';
import type { Tone } from '../../theme/tokens.ts';
import { ActorName } from '../../ui/actor-name.tsx';
import { Banner } from '../../ui/banner.tsx';
import { useByWhom } from '../../ui/by-whom.ts';
import { Card } from '../../ui/card.tsx';
import { DetailState } from '../../ui/detail-state.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { AccountId, DateTime } from '../../ui/values.tsx';
import styles from './authorizers.module.css';
import { useAuthorizersTexts } from './authorizers-texts.ts';
import { ChangeState, ChangeStatus } from './change-state.tsx';

/** /manage_authorizers/{accountId}/{id}: one change of who signs for an account. */
export default function AuthorizerChangePage() {
  const t = useAuthorizersTexts();
  const byWhom = useByWhom();
  const shell = useShellTexts();
  const { accountId = '', id = '' } = useParams({ strict: false }) as { accountId?: string; id?: string };
  const input = { params: { id } };
  const query = useQuery(queryOf(authorizerChange, input));
  useFollowed(authorizerChange, input);
  const it = query.data;
  // The address may name another account than the change does.
  const owner = it?.creatorAccountName ?? accountId;
  const crumbs = [
    { label: shell('page.desktop-users'), to: paths.desktopUsers },
    { label: owner, to: paths.kycInfo(owner) },
    { label: t('title'), to: paths.manageAuthorizers(owner) },
    { label: id },
  ];
  if (it === undefined) {
    return (
      <>
        <PageHeader title={t('change.title')} crumbs={crumbs} />
        <DetailState
          query={query}
          absent={{ icon: <IconSignatureOff size={20} stroke={1.6} />, title: t('detail.missing') }}
          failed={t('detail.failed')}
          back={{ to: paths.manageAuthorizers(owner), label: t('detail.back') }}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={t(`change.title.${it.direction}`, { account: it.accountName })}
        sentence={<ChangeState change={it} />}
      />
      {it.waitsForUnblocking && (
        <div className={styles.callout}>
          <Banner tone="warning" title={t('change.blocked')} />
        </div>
      )}
      <DetailColumns
        main={<Fields change={it} />}
        side={
          <Card title={t('timeline.title')}>
            <Timeline steps={stepsOf(it, t, byWhom)} withDays />
          </Card>
        }
      />
    </>
  );
}

function Fields({ change: it }: { change: AuthorizerChangeDetail }) {
  const t = useAuthorizersTexts();
  const linked = (accountId: string, name: string) => (
    <span>
      <Link {...linkTo(paths.kycInfo(accountId))}>
        <AccountId id={accountId} />
      </Link>{' '}
      {name}
    </span>
  );
  return (
    <Card title={t('change.card')}>
      <FieldRows
        rows={[
          { label: t('change.for'), value: linked(it.creatorAccountName, it.creatorName) },
          { label: t('change.authorizer'), value: linked(it.accountName, it.authorizerName) },
          { label: t('history.direction'), value: t(`direction.${it.direction}`) },
          { label: t('history.status'), value: <ChangeStatus change={it} /> },
          { label: t('history.by'), value: <ActorName of={it.changeMadeBy} /> },
          { label: t('history.date'), value: <DateTime value={it.createDate} /> },
        ]}
      />
    </Card>
  );
}

const eventTone: Readonly<Record<AuthorizerChangeEvent['event'], Tone>> = {
  REQUESTED: 'progress',
  CARRIED_OUT: 'success',
  FAILED: 'failure',
};

/** Who did what when, and what comes next. */
function stepsOf(
  it: AuthorizerChangeDetail,
  t: ReturnType<typeof useAuthorizersTexts>,
  byWhom: ReturnType<typeof useByWhom>,
): TimelineStep[] {
  const happened = it.events.map(
    (act): TimelineStep => ({
      tone: eventTone[act.event],
      title: t(act.event === 'FAILED' ? 'step.FAILED' : `step.${act.event}.${it.direction}`),
      time: act.time,
      text: byWhom(act),
    }),
  );
  if (it.status !== 'PENDING') return happened;
  return [...happened, { tone: 'neutral', title: t(`step.CARRIED_OUT.${it.direction}`) }];
}
