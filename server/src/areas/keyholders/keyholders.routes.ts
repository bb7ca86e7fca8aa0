import {
  backupKey,
  bankAccountStatus,
  checkSecret,
  createBankAccount,
  keyholderList,
  keyStatus,
  resendSecrets,
  secretKeyStatus,
  submitSecret,
} from '@tonle/contract/keyholders';
import { on } from '../../http/on.ts';
import {
  accountStatusOf,
  backupKeyOf,
  check,
  create,
  listKeyholders,
  openKeyholders,
  secretStatusOf,
  submit,
} from './keyholders.service.ts';

export const routes = (options: Parameters<typeof openKeyholders>[0]) => {
  const deps = openKeyholders(options);
  return [
    on(secretKeyStatus, ({ params }) => secretStatusOf(deps, params.id)),
    on(keyholderList, () => listKeyholders(deps)),
    on(checkSecret, async ({ body, session, actor }) => ({
      result: await check(deps, { userId: session.userId, actor }, body.secret),
    })),
    on(backupKey, ({ session }) => backupKeyOf(deps, session.userId)),
    on(submitSecret, ({ body, session, actor }) =>
      submit(deps, { userId: session.userId, actor }, body.secret),
    ),
    on(createBankAccount, ({ session, actor }) => create(deps, { userId: session.userId, actor })),
    on(bankAccountStatus, () => accountStatusOf(deps)),
    on(keyStatus, async () => ({ status: await deps.bankKey.status() })),
    on(resendSecrets, ({ session, actor }) => create(deps, { userId: session.userId, actor })),
  ];
};
