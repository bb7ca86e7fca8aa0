import { createHash } from 'node:crypto';
import { fill } from '@tonle/contract/messages';
import { addDays, startOfDay } from '@tonle/contract/phnom-penh-day';
import { Random } from '@tonle/contract/random';
import { reasons } from '@tonle/contract/reasons';
import { audit, systemActor } from '../areas/audit-log/audit-log.public.ts';
import { changeProfile, pictures } from '../areas/customers/customers.public.ts';
import { addRequest, type NewRequest } from '../areas/verification/verification.public.ts';
import { inTransaction, type Tx } from '../db/tx.ts';
import type { DemoCustomer } from './demo-customers.ts';
import type { DemoPart, Stage } from './demo-part.ts';
import { cardOf, looksOf, portraitOf } from './demo-pictures.ts';
import { quarters } from './names.ts';

const rejections = [
  'The document is blurred; please take the picture again in daylight.',
  'រូបថតមិនដូចនឹងឯកសារ។ សូមថតម្តងទៀត។',
  'The identity card has expired.',
  'The name differs from that on the document.',
];

/** Requests in every state: those that wait, the oldest for two days; those that were decided on before. */
export const addVerifications: DemoPart = async (stage) => {
  const { customers, database, progress } = stage;
  progress('Demo bank: verification requests');
  const open = customers.filter((it) => it.fate === 'open');
  const partial = open.filter((it) => it.kycStatus === 'PARTIAL_KYC');
  const full = open.filter((it) => it.kycStatus === 'FULL_KYC' && it.accountType === 'MOBILE');
  const of = (type: DemoCustomer['accountType'], most: number) =>
    partial.filter((it) => it.accountType === type).slice(-most);
  const waiting = [...of('MOBILE', 12), ...of('DESKTOP', 3), ...of('WEB', 2)];
  const edits = full.slice(-3);
  const rejected = partial.filter((it) => !waiting.includes(it)).slice(0, 6);
  const approved = full.slice(0, 8);
  await inTransaction(database.db, async (tx) => {
    for (const [index, it] of waiting.entries()) await addOne(tx, stage, it, { kind: 'WAITING', index });
    for (const [index, it] of edits.entries()) await addOne(tx, stage, it, { kind: 'EDIT', index });
    for (const [index, it] of rejected.entries()) await addOne(tx, stage, it, { kind: 'REJECTED', index });
    for (const [index, it] of approved.entries()) await addOne(tx, stage, it, { kind: 'APPROVED', index });
    const count = waiting.length + edits.length + rejected.length + approved.length;
    await audit(tx, {
      actor: systemActor('Demo bank'),
      activity: 'VERIFICATION_REQUESTED',
      description: `Entered ${count} verification requests of the demo bank`,
    });
  });
};

type Case = { kind: 'WAITING' | 'EDIT' | 'REJECTED' | 'APPROVED'; index: number };

async function addOne(tx: Tx, stage: Stage, customer: DemoCustomer, it: Case): Promise<void> {
  const { accountId, accountType } = customer;
  const random = new Random(`tonle demo verification ${accountId}`);
  const documents = await addDocuments(tx, customer, random);
  // Nobody asks before the account is there.
  const soonest = customer.registeredAt.getTime() + 10 * 60_000;
  const requestedAt = new Date(Math.max(timeOf(stage, it).getTime(), soonest));
  const decider = stage.users.get(it.index % 2 === 0 ? 'admin' : 'admin2');
  const asker = stage.users.get(it.index % 2 === 0 ? 'admin2' : 'admin');
  const isEdit = it.kind === 'EDIT';
  const decidedAt = new Date(requestedAt.getTime() + random.between(20, 300) * 60_000);
  const isDecided = it.kind === 'REJECTED' || it.kind === 'APPROVED';
  const request: NewRequest = {
    account_id: accountId,
    account_type: accountType,
    ...(isEdit ? editOf(customer, random) : proofOf(customer)),
    photo_id: documents.photoId,
    identity_id: documents.identityId,
    identity_check: isEdit
      ? null
      : JSON.stringify({
          live: it.index % 6 !== 5,
          liveConfidenceAvg:
            random.between(it.index % 6 === 5 ? 310 : 910, it.index % 6 === 5 ? 480 : 998) / 1000,
          faceMatch: random.between(it.index % 4 === 3 ? 520 : 880, it.index % 4 === 3 ? 700 : 995) / 1000,
        }),
    requested_by: isEdit ? (asker?.fullName ?? 'Admin') : `App ${accountType.toLowerCase()}-app`,
    requested_by_user: isEdit ? (asker?.userId ?? null) : null,
    requested_at: requestedAt,
    updated_at: isDecided ? decidedAt : requestedAt,
    ...(isDecided
      ? {
          status: it.kind === 'REJECTED' ? 'REJECTED' : 'APPROVED',
          reason: it.kind === 'REJECTED' ? (rejections[it.index % rejections.length] ?? null) : null,
          decided_at: decidedAt,
          decided_by: decider?.fullName ?? 'Admin',
          decided_by_user: decider?.userId ?? null,
        }
      : {}),
  };
  const id = await addRequest(tx, request);
  if (it.kind !== 'APPROVED') return;
  const { photoId: photoUuid, identityId: identityUuid } = documents;
  await changeProfile(
    tx,
    accountId,
    { photoUuid, identityUuid },
    {
      changedBy: decider?.fullName ?? 'Admin',
      remarks: fill(reasons['reason.verification'], { request: id }),
    },
  );
}

function timeOf({ now, today }: Stage, { kind, index }: Case): Date {
  if (kind === 'WAITING' || kind === 'EDIT') return new Date(now.getTime() - (45 + index * 157) * 60_000);
  return new Date(startOfDay(addDays(today, -4 - index * 3)).getTime() + (9 * 60 + index * 41) * 60_000);
}

/** Of the documents the bytes are the demo's own; the same bytes would be the same picture. */
async function addDocuments(tx: Tx, { accountId, sex }: DemoCustomer, random: Random) {
  const looks = looksOf(random, sex === 'FEMALE');
  const sourceHash = (kind: string) => createHash('sha256').update(`demo ${kind} ${accountId}`).digest();
  const photo = await portraitOf(looks);
  const card = await cardOf(looks, random);
  return {
    photoId: await pictures.put(tx, { accountId, kind: 'PHOTO', sourceHash: sourceHash('photo') }, photo),
    identityId: await pictures.put(tx, { accountId, kind: 'IDENTITY', sourceHash: sourceHash('card') }, card),
  };
}

/** What an app sends of somebody who proves who they are: most of it is known, the document and the address are new. */
function proofOf(it: DemoCustomer) {
  const values =
    it.accountType === 'MOBILE'
      ? {
          firstName: it.firstName,
          lastName: it.lastName,
          birthday: it.birthday,
          sex: it.sex,
          nationality: it.nationality,
          documentId: it.documentId,
          address: it.address,
        }
      : { organizationName: it.organizationName, documentId: it.documentId, address: it.address };
  const before = { ...values, documentId: `0${it.documentId.slice(1)}`, address: null };
  return { old_values: JSON.stringify(before), new_values: JSON.stringify(values) };
}

function editOf(it: DemoCustomer, random: Random) {
  const address = `No. ${random.between(1, 299)}, Street ${random.between(51, 608)}, ${random.pick(quarters)}`;
  return {
    old_values: JSON.stringify({ address: it.address, documentId: it.documentId }),
    new_values: JSON.stringify({ address, documentId: `${random.between(100_000_000, 999_999_999)}` }),
  };
}
