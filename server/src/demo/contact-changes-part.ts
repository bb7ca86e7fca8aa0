import type { ContactChangeStatus } from '@tonle/contract/contact-change-states';
import type { ContactChangeEvent } from '@tonle/contract/contact-changes';
import { Wrapper } from '../adapters/key-store.ts';
import { systemActor } from '../areas/audit-log/audit-log.public.ts';
import { codeSubjectOf, insertChange, record } from '../areas/contact-changes/contact-changes.public.ts';
import { inTransaction, type Tx } from '../db/tx.ts';
import type { Actor } from '../http/call.ts';
import { Codes } from '../jobs/codes.ts';
import { Outbox } from '../jobs/outbox.ts';
import type { DemoCustomer } from './demo-customers.ts';
import type { DemoPart, Stage } from './demo-part.ts';

type Step = [event: ContactChangeEvent['event'], hoursAgo: number, by: string, reason?: string];
type Story = { status: ContactChangeStatus; steps: readonly Step[] };

const asked = (hoursAgo: number, by = 'admin'): Step => ['CREATED', hoursAgo, by];
const verified = (hoursAgo: number, by = 'admin'): Step => ['VERIFIED', hoursAgo, by];
const approved = (hoursAgo: number, by = 'authorizer'): Step => ['AUTHORIZED', hoursAgo, by];
const closed = (hoursAgo: number): Step => ['CLOSED', hoursAgo, 'Tonle'];

/** Requests in every state, some of which have waited too long. Those that are at their end end with their last step. */
const stories: readonly Story[] = [
  { status: 'OPEN', steps: [asked(0.2)] },
  { status: 'OPEN', steps: [asked(3, 'admin2'), ['CODE_REFUSED', 2.8, 'App mobile-app']] },
  { status: 'OPEN', steps: [asked(31), ['CODE_RESENT', 30.5, 'admin']] },
  { status: 'VERIFIED', steps: [asked(1.5), verified(1.4)] },
  { status: 'VERIFIED', steps: [asked(5, 'admin2'), verified(4.9, 'App mobile-app')] },
  { status: 'VERIFIED', steps: [asked(52), verified(51.9)] },
  {
    status: 'REJECTED',
    steps: [
      asked(80),
      verified(79.8),
      ['REJECTED', 74, 'authorizer2', 'The customer did not confirm by phone'],
    ],
  },
  {
    status: 'REJECTED',
    steps: [
      asked(200, 'admin2'),
      verified(199.7, 'admin2'),
      ['REJECTED', 190, 'authorizer', 'លេខទូរស័ព្ទមិនមែនជារបស់អតិថិជនទេ'],
    ],
  },
  { status: 'CANCELED', steps: [asked(120), ['CANCELED', 119.9, 'admin']] },
  { status: 'CANCELED', steps: [asked(300), verified(299.5), ['CANCELED', 298, 'admin2']] },
  {
    status: 'CLOSED',
    steps: [asked(30, 'admin2'), verified(29.9, 'App mobile-app'), approved(26), closed(26)],
  },
  { status: 'CLOSED', steps: [asked(150), verified(149.8), approved(148, 'authorizer2'), closed(148)] },
  { status: 'CLOSED', steps: [asked(400), verified(399.8), approved(390), closed(390)] },
];
/** Approved, and waits until its account is unblocked. */
const held: Story = { status: 'AUTHORIZED', steps: [asked(9), verified(8.9), approved(7)] };

export const addContactChanges: DemoPart = async (stage) => {
  if (stage.beforeCeremony) return;
  stage.progress('Demo bank: changes of primary contacts');
  const people = stage.customers.filter(
    (it) => it.accountType === 'MOBILE' && it.registeredAt.getTime() < stage.now.getTime() - 20 * 86_400_000,
  );
  const open = people.filter((it) => it.fate === 'open');
  const step = Math.max(1, Math.floor(open.length / stories.length));
  const frozen = people.find((it) => it.fate === 'frozen');
  const cast = [
    ...stories.map((story, index) => ({ story, customer: open[index * step] })),
    { story: held, customer: frozen },
  ];
  await inTransaction(stage.database.db, async (tx) => {
    for (const [index, { story, customer }] of cast.entries()) {
      if (customer !== undefined) await play(tx, stage, story, customer, index);
    }
  });
};

async function play(
  tx: Tx,
  stage: Stage,
  story: Story,
  customer: DemoCustomer,
  index: number,
): Promise<void> {
  const actorOf = (name: string): Actor => stage.users.get(name) ?? systemActor(name);
  const at = (hoursAgo: number) => new Date(stage.now.getTime() - hoursAgo * 3_600_000);
  const [first = asked(1)] = story.steps;
  const last = story.steps.at(-1) ?? first;
  const creator = stage.users.get(first[2]);
  const approver = story.steps.find(([event]) => event === 'AUTHORIZED')?.[2];
  if (creator === undefined) throw new Error(`the demo has no ${first[2]}`);
  // A number of its own: those of the demo's people lie above it.
  const fresh = `85510${100_000 + index * 1_237}`;
  const isDone = story.status === 'CLOSED';
  const since = story.steps.findLast(([event]) => event !== 'CODE_REFUSED' && event !== 'CODE_RESENT');
  const row = await insertChange(tx, {
    account_id: customer.accountId,
    account_type: customer.accountType,
    old_contact: isDone ? fresh : customer.primaryContact,
    new_contact: isDone ? customer.primaryContact : fresh,
    status: story.status,
    creator_user_id: creator.userId,
    creator_login: creator.login ?? '',
    creator_name: creator.fullName ?? '',
    created: at(first[1]),
    status_since: at((since ?? first)[1]),
    authorized_by: approver === undefined ? null : (stage.users.get(approver)?.userId ?? null),
    reason: last[3] ?? null,
  });
  if (row === undefined) throw new Error(`${customer.accountId} has a contact change already`);
  for (const [event, hoursAgo, by, reason] of story.steps) {
    await record(tx, row, {
      event,
      actor: actorOf(by),
      at: at(hoursAgo),
      ...(reason === undefined ? {} : { reason }),
    });
  }
  // Long forgotten by now, so that it has to be sent again.
  if (story.status === 'OPEN') await codesOf(stage).issue(tx, codeSubjectOf(row.id), 0);
}

function codesOf({ config, database }: Stage): Codes {
  const outbox = new Outbox({
    db: database.db,
    seal: new Wrapper(config.keyWrapSecret),
    senders: {},
    isShown: true,
    log: { warn: () => undefined },
  });
  return new Codes({ db: database.db, outbox, keyWrapSecret: config.keyWrapSecret });
}
