import { IconAddressBookOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import {
  type ContactChangeDetail,
  type ContactChangeEvent,
  contactChange,
} from '@tonle/contract/contact-changes';
import { queryOf } from '../../api/query.ts';
import { useFollowed } from '../../events/use-followed.ts';
import { linkTo, paths } from '../../paths.ts';
import { useMay, useSession } from '../../session/session.ts';
import type { Tone } from '../../theme/tokens.ts';
import { useActorName } from '../../ui/actor-name.tsx';
import { Banner } from '../../ui/banner.tsx';
import { useByWhom } from '../../ui/by-whom.ts';
import { Card } from '../../ui/card.tsx';
import { DetailState } from '../../ui/detail-state.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { AccountId, DateTime } from '../../ui/values.tsx';
import { ContactChangeActions, type Side } from './contact-change-actions.tsx';
import { ContactChangeStanding, shownContact } from './contact-change-states.tsx';
import styles from './contact-changes.module.css';
import { useContactChangesTexts } from './contact-changes-texts.ts';

/** /change-phone-requests-admin/{id} */
export const AdminContactChange = () => <ContactChangePage side="admin" />;

/** /change-phone-requests/{id} */
export const AuthorizerContactChange = () => <ContactChangePage side="authorizer" />;

function ContactChangePage({ side }: { side: Side }) {
  const t = useContactChangesTexts();
  const byWhom = useByWhom();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const input = { params: { id } };
  const query = useQuery(queryOf<typeof contactChange>(contactChange, input));
  useFollowed(contactChange, input);
  const crumbs = [{ label: t('list.title'), to: paths.contactChanges(side) }, { label: id }];
  const it = query.data;
  if (it === undefined) {
    return (
      <>
        <PageHeader title={t('detail.title')} crumbs={crumbs} />
        <DetailState
          query={query}
          absent={{ icon: <IconAddressBookOff size={20} stroke={1.6} />, title: t('detail.missing') }}
          failed={t('detail.failed')}
          back={{ to: paths.contactChanges(side), label: t('detail.back') }}
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
        sentence={<ContactChangeStanding request={it} />}
        actions={<ContactChangeActions side={side} request={it} size="sm" />}
      />
      <Callout side={side} request={it} />
      <DetailColumns
        main={<Fields request={it} />}
        side={
          <Card title={t('timeline.title')}>
            <Timeline steps={stepsOf(it, t, byWhom)} withDays />
          </Card>
        }
      />
    </>
  );
}

/** What the request waits for, and why it is not this person's to approve. */
function Callout({ side, request: it }: { side: Side; request: ContactChangeDetail }) {
  const t = useContactChangesTexts();
  const { login } = useSession().user;
  if (it.status !== 'OPEN' && it.status !== 'VERIFIED' && it.status !== 'AUTHORIZED') return null;
  const isOwn = side === 'authorizer' && it.status === 'VERIFIED' && it.creatorLogin === login;
  return (
    <div className={styles.callout}>
      <Banner
        tone={it.status === 'AUTHORIZED' ? 'progress' : 'warning'}
        title={isOwn ? t('own-request') : t(`waits.${it.status}`)}
      />
    </div>
  );
}

function Fields({ request: it }: { request: ContactChangeDetail }) {
  const t = useContactChangesTexts();
  const nameOf = useActorName();
  const may = {
    MOBILE: useMay('customers.list.mobile'),
    DESKTOP: useMay('customers.list.desktop'),
    WEB: useMay('customers.list.web'),
  };
  const account = <AccountId id={it.accountId} />;
  return (
    <Card title={t('detail.card')}>
      <FieldRows
        rows={[
          {
            label: t('field.account'),
            value: may[it.accountType] ? (
              <Link {...linkTo(paths.kycInfo(it.accountId))}>{account}</Link>
            ) : (
              account
            ),
          },
          { label: t('field.name'), value: it.name },
          { label: t('field.old'), value: shownContact(it.oldPrimaryContact) },
          { label: t('field.new'), value: shownContact(it.replacementMobilePrimaryContact) },
          { label: t('field.creator'), value: nameOf(it.creatorName, it.creatorLogin) },
          { label: t('field.status'), value: <ContactChangeStanding request={it} /> },
          { label: t('field.created'), value: <DateTime value={it.createdTime} /> },
          { label: t('field.updated'), value: <DateTime value={it.updatedTime} /> },
          it.rejectReason !== null && {
            label: t('field.reason'),
            value: <ReasonText of={it.rejectReason} />,
          },
        ]}
      />
    </Card>
  );
}

const eventTone: Readonly<Record<ContactChangeEvent['event'], Tone>> = {
  CREATED: 'warning',
  CODE_RESENT: 'neutral',
  CODE_REFUSED: 'failure',
  VERIFIED: 'warning',
  AUTHORIZED: 'progress',
  REJECTED: 'failure',
  CANCELED: 'neutral',
  CLOSED: 'success',
};

type Texts = ReturnType<typeof useContactChangesTexts>;

/** Who did what when, and what comes next. */
function stepsOf(it: ContactChangeDetail, t: Texts, byWhom: ReturnType<typeof useByWhom>): TimelineStep[] {
  const happened: TimelineStep[] = it.events.map((act) => ({
    tone: eventTone[act.event],
    title: t(`step.${act.event}`),
    time: act.time,
    text: byWhom(act),
  }));
  const { status } = it;
  if (status !== 'OPEN' && status !== 'VERIFIED' && status !== 'AUTHORIZED') return happened;
  return [...happened, { tone: 'neutral', title: t(`next.${status}`) }];
}
