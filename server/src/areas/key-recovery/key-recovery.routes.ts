import {
  authorizeRecovery,
  closeRecovery,
  completeRecovery,
  prepareRecovery,
  recoveryRequest,
  recoveryRequests,
  recoveryRequestsToAuthorize,
  recoveryRequestToAuthorize,
  rejectRecovery,
  revokeRecovery,
  verifyRecovery,
} from '@tonle/contract/key-recovery';
import {
  answerRecovery,
  appRecovery,
  askRecovery,
  enterRecoveryCode,
} from '@tonle/contract/key-recovery-app';
import type { Db } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import type { Codes } from '../../jobs/codes.ts';
import type { ReminderRules } from '../events/events.public.ts';
import { type Network, sendKeyChangeRevoked } from '../network/network.public.ts';
import * as admin from './admin.service.ts';
import * as app from './app.service.ts';
import * as authorizer from './authorizer.service.ts';
import { listRecoveries, recoveryDetail } from './lists.service.ts';

export interface KeyRecoveryDeps {
  readonly db: Db;
  readonly codes: Codes;
  readonly network: Pick<Network, 'wake'>;
  readonly reminders: ReminderRules;
}

export const routes = ({ db, codes, network, reminders }: KeyRecoveryDeps) => {
  const deps = { db, codes };
  const shown = { db, reminders };
  return [
    on(recoveryRequests, ({ query, session }) => listRecoveries(shown, query, session.userId)),
    on(recoveryRequestsToAuthorize, ({ query, body, session }) =>
      listRecoveries(
        shown,
        {
          ...query,
          status: body.status ?? query.status,
          filter: body.filter ?? query.filter ?? query.search,
        },
        session.userId,
      ),
    ),
    on(recoveryRequest, ({ params, query, actor, session }) =>
      recoveryDetail(shown, { id: BigInt(params.id), documents: query.documents, actor, session }),
    ),
    on(recoveryRequestToAuthorize, ({ params, query, actor, session }) =>
      recoveryDetail(shown, { id: BigInt(params.id), documents: query.documents, actor, session }),
    ),
    on(prepareRecovery, ({ body, actor, session }) =>
      admin.prepareRecovery(deps, { ...body, actor, session }),
    ),
    on(verifyRecovery, ({ body, actor, session }) => admin.verifyRecovery(deps, { ...body, actor, session })),
    on(completeRecovery, ({ body, actor, session }) =>
      admin.completeRecovery(deps, { ...body, documentId: body.documentId, actor, session }),
    ),
    on(closeRecovery, ({ body: { id, reason }, actor, session }) =>
      admin.cancelRecovery(deps, { id: BigInt(id), reason, actor, session }),
    ),
    on(revokeRecovery, async ({ body: { trxHash, reason }, actor, session }) => {
      const revoked = await admin.revokeRecovery(
        deps,
        { trxHash, reason, actor, session },
        sendKeyChangeRevoked,
      );
      network.wake();
      return revoked;
    }),
    on(authorizeRecovery, ({ body, actor, session }) =>
      authorizer.authorizeRecovery(db, { id: BigInt(body.requestId), actor, session }),
    ),
    on(rejectRecovery, ({ body, actor, session }) =>
      authorizer.rejectRecovery(db, { id: BigInt(body.requestId), reason: body.reason, actor, session }),
    ),
    on(appRecovery, ({ params, app: from }) => app.recoveryForApp(db, from, params.accountId)),
    on(askRecovery, ({ params, app: from, actor }) => app.askRecovery(deps, { ...params, app: from, actor })),
    on(enterRecoveryCode, ({ params, body, app: from, actor }) =>
      app.enterRecoveryCode(deps, { ...params, ...body, app: from, actor }),
    ),
    on(answerRecovery, ({ params, body, app: from, actor }) =>
      app.answerRecovery(deps, { ...params, ...body, app: from, actor }),
    ),
  ];
};
