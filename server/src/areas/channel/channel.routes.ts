import {
  channelAccount,
  channelEditKyc,
  channelKyc,
  channelOpenAccount,
  channelPay,
  channelRecipient,
  channelSubmitKyc,
  channelTransactions,
  channelUploadImage,
} from '@tonle/contract/channel';
import { channelContactChange, channelVerifyContactChange } from '@tonle/contract/channel-codes';
import { channelAddSignatory, channelSignatories } from '@tonle/contract/channel-signatories';
import { inTransaction } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import type { Codes } from '../../jobs/codes.ts';
import type { OneByOne } from '../../jobs/repeat.ts';
import { currentContactChange, enterContactCode } from './contact-change.ts';
import { currentKyc, editKyc, keepImage, submitKyc } from './kyc.service.ts';
import { openAccount } from './opening.service.ts';
import { listOwnTransactions, showAccount } from './own-account.ts';
import { type PaymentDeps, pay } from './payment.service.ts';
import { findRecipient } from './recipient.ts';
import { addSignatory, showSignatories } from './signatories.ts';

/** The key that the caller sent, if any, as an order carries it. */
const keyed = (idempotencyKey: string | undefined) =>
  idempotencyKey === undefined ? {} : { idempotencyKey };

type Deps = PaymentDeps & { codes: Codes; authorizerChanger: Pick<OneByOne, 'wake'> };

export const routes = (deps: Deps) => [
  on(channelOpenAccount, ({ body, app, actor, deadline, idempotencyKey }) =>
    openAccount(deps, { request: body, app, actor, deadline, ...keyed(idempotencyKey) }),
  ),
  on(channelAccount, ({ params, app }) =>
    inTransaction(deps.db, (tx) => showAccount(tx, app, params.accountId, deps.clock()), { readOnly: true }),
  ),
  on(channelUploadImage, ({ params, body, app, actor }) =>
    keepImage(deps, { ...params, app, actor, bytes: body }),
  ),
  on(channelKyc, ({ params, app }) => currentKyc(deps.db, app, params.accountId)),
  on(channelSubmitKyc, ({ params, body, app, actor, idempotencyKey }) =>
    submitKyc(deps, { ...params, request: body, app, actor, ...keyed(idempotencyKey) }),
  ),
  on(channelEditKyc, ({ params, body, app, actor, idempotencyKey }) =>
    editKyc(deps, { ...params, request: body, app, actor, ...keyed(idempotencyKey) }),
  ),
  on(channelTransactions, ({ params, query, app }) =>
    inTransaction(deps.db, (tx) => listOwnTransactions(tx, app, params.accountId, query, deps.clock()), {
      readOnly: true,
    }),
  ),
  on(channelRecipient, ({ params }) => findRecipient(deps.db, deps.network, params.value)),
  on(channelPay, ({ params, body, app, actor, deadline, idempotencyKey }) =>
    pay(deps, { ...params, request: body, app, actor, deadline, ...keyed(idempotencyKey) }),
  ),
  on(channelContactChange, ({ params, app }) => currentContactChange(deps.db, app, params.accountId)),
  on(channelVerifyContactChange, ({ params, body, app, actor }) =>
    enterContactCode(deps, { ...params, code: body.code, app, actor }),
  ),
  on(channelSignatories, ({ params, app }) => showSignatories(deps.db, app, params.accountId)),
  on(channelAddSignatory, ({ params, body, app, actor }) =>
    addSignatory(deps, { ...params, ...body, app, actor }),
  ),
];
