import {
  authorizeContactChange,
  cancelContactChange,
  contactChange,
  createContactChange,
  listContactChanges,
  rejectContactChange,
  resendContactChangeCode,
  verifyContactChange,
} from '@tonle/contract/contact-changes';
import { inTransaction } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { on } from '../../http/on.ts';
import type { OneByOne } from '../../jobs/repeat.ts';
import type { ReminderRules } from '../events/events.public.ts';
import {
  authorizeChange,
  type ContactChangeDeps,
  cancelChange,
  createChange,
  rejectChange,
  resendCode,
  stateOf,
  verifyChange,
} from './contact-changes.service.ts';
import { listContactChangesFor, showContactChange } from './listing.ts';

type Deps = ContactChangeDeps & { contactChanger: Pick<OneByOne, 'wake'>; reminders: ReminderRules };

const personOf = (actor: Actor, { userId }: Session) => ({ ...actor, userId });

export const routes = (deps: Deps) => [
  on(createContactChange, ({ body, actor, session }) =>
    createChange(deps, {
      accountId: body.accountId,
      newContact: body.replacementMobilePrimaryContact,
      actor: personOf(actor, session),
    }),
  ),
  on(listContactChanges, ({ query, body }) =>
    inTransaction(deps.db, (tx) => listContactChangesFor(tx, { ...query, ...body }, deps.reminders), {
      readOnly: true,
    }),
  ),
  on(contactChange, ({ params }) =>
    inTransaction(deps.db, (tx) => showContactChange(tx, BigInt(params.id), deps.reminders), {
      readOnly: true,
    }),
  ),
  on(verifyContactChange, async ({ body, actor }) =>
    stateOf(await verifyChange(deps, { requestId: BigInt(body.requestId), code: body.code, actor })),
  ),
  on(resendContactChangeCode, ({ body, actor }) =>
    resendCode(deps, { requestId: BigInt(body.requestId), actor }),
  ),
  on(cancelContactChange, ({ body, actor }) =>
    cancelChange(deps, { requestId: BigInt(body.requestId), actor }),
  ),
  on(authorizeContactChange, async ({ body, actor, session }) => {
    const state = await authorizeChange(deps, {
      requestId: BigInt(body.requestId),
      actor: personOf(actor, session),
    });
    deps.contactChanger.wake();
    return state;
  }),
  on(rejectContactChange, ({ body, actor }) =>
    rejectChange(deps, { requestId: BigInt(body.requestId), reason: body.reason, actor }),
  ),
];
