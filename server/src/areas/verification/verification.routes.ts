import { accountTypesFor } from '@tonle/contract/channel-permissions';
import {
  activeRequest,
  approveRequest,
  desktopRequests,
  lookingAtRequest,
  mobileRequests,
  rejectRequest,
  verificationRequest,
  webRequests,
} from '@tonle/contract/verification';
import type { Db } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { on } from '../../http/on.ts';
import type { ReminderRules } from '../events/events.public.ts';
import { approve, reject } from './decision.service.ts';
import { activeRequestOf, listRequests, readRequest, tellLooking } from './verification.service.ts';

export const routes = ({ db, reminders }: { db: Db; reminders: ReminderRules }) => {
  const seeing = (session: Session) => ({
    session,
    accountTypes: accountTypesFor(session.permissions, 'verification.list'),
  });
  const deciding = (actor: Actor, session: Session) => ({
    actor: { ...actor, userId: session.userId },
    accountTypes: accountTypesFor(session.permissions, 'verification.decide'),
  });
  return [
    on(mobileRequests, ({ query, session }) => listRequests(db, 'MOBILE', query, { session, reminders })),
    on(desktopRequests, ({ query, session }) => listRequests(db, 'DESKTOP', query, { session, reminders })),
    on(webRequests, ({ query, session }) => listRequests(db, 'WEB', query, { session, reminders })),
    on(verificationRequest, ({ params, session }) => readRequest(db, params.id, seeing(session))),
    on(activeRequest, ({ params, session }) => activeRequestOf(db, params.accountId, seeing(session))),
    on(approveRequest, ({ body, actor, session }) => approve(db, { ...body, ...deciding(actor, session) })),
    on(rejectRequest, ({ body: { rejectedReason: reason, ...body }, actor, session }) =>
      reject(db, { ...body, reason, ...deciding(actor, session) }),
    ),
    on(lookingAtRequest, ({ body, session }) => tellLooking(db, body, seeing(session))),
  ];
};
