import {
  accountById,
  accountList,
  customerIdentity,
  customerPhoto,
  deleteAccount,
  desktopCustomers,
  editProfile,
  identityHistory,
  mobileCustomers,
  profileHistory,
  setUserFrozen,
  unsetUserFrozen,
  webCustomers,
} from '@tonle/contract/customers';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import { removeAccount, setFrozen } from './account-actions.service.ts';
import {
  type AccountDeps,
  accountFor,
  accountsOf,
  listIdentityChecks,
  listOf,
  listProfileChanges,
  viewImage,
} from './customers.service.ts';
import { askForEdit, type EditDeps } from './edit-profile.service.ts';

export const routes = (deps: AccountDeps & EditDeps) => {
  const { db } = deps;
  const reading = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(db, work, { readOnly: true });
  return [
    on(mobileCustomers, ({ query }) => listOf(db, 'MOBILE', query)),
    on(desktopCustomers, ({ query }) => listOf(db, 'DESKTOP', query)),
    on(webCustomers, ({ query }) => listOf(db, 'WEB', query)),
    on(accountList, ({ query }) => accountsOf(db, query)),
    on(accountById, ({ params, session }) => accountFor(deps, params.id, session)),
    on(customerPhoto, ({ query, session, actor }) => viewImage(db, 'PHOTO', query.uuid, { session, actor })),
    on(customerIdentity, ({ query, session, actor }) =>
      viewImage(db, 'IDENTITY', query.uuid, { session, actor }),
    ),
    on(profileHistory, ({ params, query, session }) =>
      reading((tx) => listProfileChanges(tx, params.accountId, session.permissions, query)),
    ),
    on(identityHistory, ({ params, query, session }) =>
      reading((tx) => listIdentityChecks(tx, params.accountId, session.permissions, query)),
    ),
    on(setUserFrozen, ({ body, session, actor }) => setFrozen(db, { ...body, session, actor }, true)),
    on(unsetUserFrozen, ({ body, session, actor }) => setFrozen(db, { ...body, session, actor }, false)),
    on(deleteAccount, ({ body, session, actor }) => removeAccount(db, { ...body, session, actor })),
    on(editProfile, ({ body, session, actor }) => askForEdit(deps, { request: body, session, actor })),
  ];
};
