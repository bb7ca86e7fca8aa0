import { createHash } from 'node:crypto';
import { systemNames } from '@tonle/contract/actors';
import type { RecoveryStatus } from '@tonle/contract/key-recovery-states';
import { Random } from '@tonle/contract/random';
import type { RegistrationDraft } from '@tonle/ledger';
import { Wrapper } from '../adapters/key-store.ts';
import { audit, systemActor } from '../areas/audit-log/audit-log.public.ts';
// Not through the area's door: behind it pictures of customers are read, by a library that is told to read no drawings.
import { applications } from '../areas/key-recovery/applications.store.ts';
import { appCodeSubject, codeSubject, keyIdOf } from '../areas/key-recovery/recovery-rules.ts';
import { insertPastRequest, type PastStep } from '../areas/key-recovery/requests.store.ts';
import { inTransaction, type Tx } from '../db/tx.ts';
import { Codes } from '../jobs/codes.ts';
import { Outbox } from '../jobs/outbox.ts';
import { type DemoCustomer, shownName } from './demo-customers.ts';
import type { DemoPart, Stage } from './demo-part.ts';
import { formOf } from './demo-pictures.ts';

type Step = [status: RecoveryStatus, hoursAgo: number, by: string, reason?: string];

/** How far a request of an organisation, or of a person, came, and who brought it there. */
const taken = (hoursAgo: number, by = 'admin'): Step[] => [
  ['PREPARED', hoursAgo, by],
  ['CREATED', hoursAgo - 0.01, 'Key recovery'],
  ['VERIFIED', hoursAgo - 0.1, by],
];
const opened = (hoursAgo: number, by = 'admin'): Step => ['OPENED', hoursAgo, by];
const ready = (hoursAgo: number, by = 'admin'): Step[] => [
  opened(hoursAgo, by),
  ['READY', hoursAgo - 0.1, 'App mobile-app'],
];
const sent = (hoursAgo: number, by = 'authorizer'): Step[] => [
  ['AUTHORIZED', hoursAgo, by],
  ['SENT', hoursAgo - 0.001, 'Key recovery'],
];
const done = (hoursAgo: number): Step[] => [
  ['APPROVED', hoursAgo, 'National network'],
  ['SUCCESSFUL', hoursAgo - 0.001, 'Key recovery'],
];

type Story = { of: 'person' | 'organization'; steps: readonly Step[] };

/** Requests in every state; those that move by themselves do so when the bank opens. */
const stories: readonly Story[] = [
  { of: 'organization', steps: [['PREPARED', 0.1, 'admin']] },
  { of: 'organization', steps: taken(0.3, 'admin2').slice(0, 2) },
  { of: 'organization', steps: taken(2) },
  {
    of: 'organization',
    steps: [...taken(20, 'admin2'), ['CANCELED', 19, 'admin2', 'The owner found the phone']],
  },
  { of: 'person', steps: [opened(0.2, 'admin2')] },
  { of: 'person', steps: ready(0.6) },
  { of: 'person', steps: ready(3, 'admin2') },
  { of: 'person', steps: ready(5) },
  { of: 'organization', steps: [...taken(9), ...ready(8)] },
  { of: 'person', steps: [...ready(9, 'admin2'), ['AUTHORIZED', 0.01, 'authorizer']] },
  { of: 'person', steps: [...ready(12), ...sent(0.02), ['APPROVED', 0.001, 'National network']] },
  { of: 'person', steps: [...ready(30), ...sent(28, 'authorizer2')] },
  {
    of: 'person',
    steps: [...ready(60), ...sent(58), ['REVOKED', 57.9, 'admin', 'The wrong customer was chosen']],
  },
  { of: 'person', steps: [...ready(80), ['REJECTED', 78, 'authorizer2', 'លិខិតស្នើសុំគ្មានហត្ថលេខា']] },
  {
    of: 'person',
    steps: [...ready(120, 'admin2'), ['REJECTED', 119, 'authorizer', 'The photo shows somebody else']],
  },
  { of: 'person', steps: [opened(200), ['FAILED', 176, 'Key recovery', 'Not finished within 24 hours']] },
  { of: 'person', steps: [opened(240), ['FAILED', 239.9, 'App mobile-app', 'The fifth wrong code']] },
  {
    of: 'person',
    steps: [
      ...ready(270),
      ...sent(268),
      ['APPROVED', 267.9, 'National network'],
      ['FAILED', 267.8, 'Key recovery', 'The new key is in use already'],
    ],
  },
  { of: 'person', steps: [...ready(300), ...sent(298), ...done(297.9)] },
  {
    of: 'organization',
    steps: [...taken(400, 'admin2'), ...ready(399, 'admin2'), ...sent(390), ...done(389.9)],
  },
  { of: 'person', steps: [...ready(500), ...sent(490, 'authorizer2'), ...done(489.9)] },
];

export const addRecoveries: DemoPart = async (stage) => {
  if (stage.beforeCeremony) return;
  stage.progress('Demo bank: recoveries of keys');
  const cast = castOf(stage);
  await inTransaction(stage.database.db, async (tx) => {
    for (const [story, customer] of cast) await play(tx, stage, story, customer);
    await audit(tx, {
      actor: systemActor(systemNames.demo),
      activity: 'KEY_RECOVERY_PREPARED',
      description: `Entered ${cast.length} recoveries of keys of the demo bank`,
    });
  });
  const registrations = cast
    .filter(([{ steps }]) => steps.at(-1)?.[0] === 'SUCCESSFUL')
    .map(([, { accountId }]) => registrationOf(accountId));
  const result = await stage.ledger.submit({ created: stage.now, registrations });
  if (result.outcome === 'refused') throw new Error(`the demo's keys were refused: ${result.reason.name}`);
};

const keyOf = (accountId: string): Buffer => createHash('sha256').update(`demo key of ${accountId}`).digest();

/** What is at its end is in the sealed book. */
function registrationOf(accountId: string): RegistrationDraft {
  const publicKey = keyOf(accountId);
  return { accountId, keyId: keyIdOf(publicKey), action: 'REGISTER', publicKey };
}

/** Nobody twice; the newest customers, since the first are in other stories. */
function castOf({ customers, now }: Stage): [Story, DemoCustomer][] {
  const old = customers.filter(
    (it) => it.fate === 'open' && it.registeredAt.getTime() < now.getTime() - 25 * 86_400_000,
  );
  const people = old.filter((it) => it.accountType === 'MOBILE').reverse();
  const organizations = old.filter((it) => it.accountType !== 'MOBILE').reverse();
  return stories.flatMap((story): [Story, DemoCustomer][] => {
    const customer = (story.of === 'person' ? people : organizations).shift();
    return customer === undefined ? [] : [[story, customer]];
  });
}

async function play(tx: Tx, stage: Stage, { steps }: Story, customer: DemoCustomer): Promise<void> {
  const { accountId, accountType } = customer;
  const random = new Random(`tonle demo recovery ${accountId}`);
  const at = (hoursAgo: number) => new Date(stage.now.getTime() - hoursAgo * 3_600_000);
  const [status, lastHoursAgo, , reason = null] = steps.at(-1) as Step;
  const has = (...wanted: RecoveryStatus[]) => steps.some(([it]) => wanted.includes(it));
  const publicKey = keyOf(accountId);
  const created = at(steps[0]?.[1] ?? 0);
  const makers = steps
    .filter(([it]) => ['PREPARED', 'VERIFIED', 'OPENED'].includes(it))
    .map(([, , by]) => by);
  const approver = steps.find(([it]) => it === 'AUTHORIZED')?.[2];
  const idOf = (login: string) => stage.users.get(login)?.userId;
  const id = await insertPastRequest(
    tx,
    {
      account_id: accountId,
      account_type: accountType,
      name: shownName(customer),
      document_id: accountType === 'MOBILE' ? customer.documentId : null,
      status,
      application_id: has('OPENED') ? await applicationOf(tx, accountId, random) : null,
      public_key: has('READY') ? publicKey : null,
      trx_hash: has('SENT')
        ? createHash('sha256')
            .update(`demo key change ${accountId} ${keyIdOf(publicKey)}`)
            .digest('hex')
        : null,
      reason,
      makers: [...new Set(makers)].flatMap((login) => idOf(login) ?? []),
      authorized_by: approver === undefined ? null : (idOf(approver) ?? null),
      created,
      updated: at(lastHoursAgo),
      expires: new Date(created.getTime() + 24 * 3_600_000),
    },
    steps.map(([step, hoursAgo, by, why = null]): PastStep => {
      const actor = stage.users.get(by);
      return {
        status: step,
        at: at(hoursAgo),
        by_name: actor?.fullName ?? by,
        by_user: actor?.userId ?? null,
        reason: why,
      };
    }),
  );
  const codes = codesOf(stage);
  // Long forgotten by now, so that they have to be sent again.
  if (status === 'PREPARED' || status === 'CREATED') await codes.issue(tx, codeSubject(id), 0);
  if (status === 'OPENED') await codes.issue(tx, appCodeSubject(id), 0);
}

async function applicationOf(tx: Tx, accountId: string, random: Random): Promise<string> {
  const picture = await formOf(random);
  return applications.put(
    tx,
    { accountId, sourceHash: createHash('sha256').update(picture.content).digest() },
    picture,
  );
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
