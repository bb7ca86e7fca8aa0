import { accountTypesFor, type ChannelAccountType } from '@tonle/contract/channel-permissions';
import {
  activeLimits,
  addLimit,
  desktopLimits,
  editLimit,
  kycLimit,
  mobileLimits,
  setAccountLimit,
  webLimits,
} from '@tonle/contract/kyc-limits';
import type { Db } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import * as service from './kyc-limits.service.ts';
import type { LimitsAsked } from './kyc-limits.store.ts';

export const routes = ({ db }: { db: Db }) => {
  const list = (accountTypes: readonly ChannelAccountType[], query: Omit<LimitsAsked, 'accountTypes'>) =>
    service.listLimits(db, { ...query, accountTypes });
  return [
    on(mobileLimits, ({ query }) => list(['MOBILE'], query)),
    on(desktopLimits, ({ query }) => list(['DESKTOP'], query)),
    on(webLimits, ({ query }) => list(['WEB'], query)),
    on(activeLimits, ({ query, session }) =>
      list(accountTypesFor(session.permissions, 'verification.decide', 'customers.change'), query),
    ),
    on(kycLimit, ({ params, session }) =>
      service.readLimit(db, params.id, accountTypesFor(session.permissions, 'kyc-limits.list')),
    ),
    on(addLimit, ({ body, actor }) => service.addLimit(db, body, actor)),
    on(editLimit, ({ body, actor, session }) =>
      service.editLimit(db, {
        request: body,
        accountTypes: accountTypesFor(session.permissions, 'kyc-limits.edit'),
        actor,
      }),
    ),
    on(setAccountLimit, ({ body, actor, session }) =>
      service.setAccountLimit(db, {
        ...body,
        accountTypes: accountTypesFor(session.permissions, 'customers.change'),
        actor,
      }),
    ),
  ];
};
