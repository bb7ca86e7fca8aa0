import { createHash } from 'node:crypto';
import { appActorName } from '@tonle/contract/actors';
import type { ImageKind, KycRequest, SubmitKyc } from '@tonle/contract/channel';
import { imageBytesMax, imagePixelsMax, imageSideMax } from '@tonle/contract/customer-profile';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { phonePattern } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import { takePicture } from '../../adapters/images.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { ChannelApp } from '../../http/channel-app.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import {
  type Customer,
  dropUnusedImages,
  imagesOf,
  keptImageOf,
  pictures,
} from '../customers/customers.public.ts';
import { requestHashOf } from '../main-account/main-account.public.ts';
import {
  changePendingRequest,
  insertRequest,
  newestRequestOf,
  type RequestedChange,
  type VerificationRequest,
} from '../verification/verification.public.ts';
import { onceByKey } from './answers.store.ts';
import { principalOf } from './asked-before.ts';
import { kycRequestOf, ownAccount } from './own-account.ts';

export interface KycDeps {
  readonly db: Db;
  readonly clock: () => Date;
}

type By = { app: ChannelApp; actor: Actor; accountId: string };

/** An account of the app that is not closed for good. */
async function livingAccount(tx: Tx, { app, accountId }: By, options: { lock?: boolean } = {}) {
  const { customer, state } = await ownAccount(tx, app, accountId, options);
  if (state.status === 'DELETED') throw new Refusal('ACCOUNT_DELETED', { account: accountId });
  return customer;
}

const kinds = { photo: 'PHOTO', identity: 'IDENTITY' } as const;
const bounds = { bytesMax: imageBytesMax, pixelsMax: imagePixelsMax, sideMax: imageSideMax };

/** Keeps a picture for a request to come. It is decoded and encoded anew outside the transaction. */
export async function keepImage(
  { db }: KycDeps,
  by: By & { kind: ImageKind; bytes: Uint8Array },
): Promise<{ imageId: string; width: number; height: number }> {
  const { accountId, actor, bytes } = by;
  const of = { accountId, kind: kinds[by.kind] };
  const sourceHash = createHash('sha256').update(bytes).digest();
  const known = await inTransaction(db, async (tx) => {
    await livingAccount(tx, by);
    return keptImageOf(tx, of, sourceHash);
  });
  if (known !== undefined) return known;
  const picture = await takePicture(bytes, bounds);
  return inTransaction(db, async (tx) => {
    await livingAccount(tx, by, { lock: true });
    const sameMeanwhile = await keptImageOf(tx, of, sourceHash);
    if (sameMeanwhile !== undefined) return sameMeanwhile;
    const imageId = await pictures.put(tx, { ...of, sourceHash }, picture);
    await dropUnusedImages(tx, accountId);
    await audit(tx, {
      actor,
      activity: 'IDENTITY_IMAGE_RECEIVED',
      description: `Received ${by.kind === 'photo' ? 'a photo' : 'an identity document'} of ${accountId}`,
      subject: accountId,
      new: { imageId, kind: of.kind },
    });
    return { imageId, width: picture.width, height: picture.height };
  });
}

export async function currentKyc(db: Db, app: ChannelApp, accountId: string): Promise<KycRequest> {
  const request = await inTransaction(
    db,
    async (tx) => {
      await ownAccount(tx, app, accountId);
      return newestRequestOf(tx, accountId);
    },
    { readOnly: true },
  );
  if (request === undefined) throw new Refusal('NOT_FOUND');
  return kycRequestOf(request);
}

export type KycOrder = By & { request: SubmitKyc; idempotencyKey?: string };

/** Opens a verification request, which people of the bank then decide on (2-console.md section 4). */
export const submitKyc = (deps: KycDeps, order: KycOrder): Promise<KycRequest> =>
  changeKyc(deps, order, 'submit', async (tx, customer, pending, change) => {
    if (pending !== undefined) throw new Refusal('WRONG_STATE', { state: 'PENDING' });
    const request = await insertRequest(
      tx,
      {
        accountId: order.accountId,
        accountType: customer.account_type,
        oldValues: valuesOf(customer, change.newValues),
        oldPhotoId: customer.photo_id,
        oldIdentityId: customer.identity_id,
        requestedBy: appActorName(order.app.name),
        requestedByUser: null,
      },
      change,
    );
    await auditOf(tx, order, 'VERIFICATION_REQUESTED', request, request.old_values);
    return request;
  });

/** Replaces what the pending request says. */
export const editKyc = (deps: KycDeps, order: KycOrder): Promise<KycRequest> =>
  changeKyc(deps, order, 'edit', async (tx, _customer, pending, change, newest) => {
    const changed = pending && (await changePendingRequest(tx, pending.id, change));
    if (changed === undefined) throw new Refusal('WRONG_STATE', { state: newest?.status ?? 'NONE' });
    await auditOf(tx, order, 'VERIFICATION_REQUEST_CHANGED', changed, pending?.new_values);
    return changed;
  });

type Work = (
  tx: Tx,
  customer: Customer,
  pending: VerificationRequest | undefined,
  change: RequestedChange,
  newest: VerificationRequest | undefined,
) => Promise<VerificationRequest>;

/** The customer's row is locked, so that of several requests of one account one comes after the other. */
function changeKyc(
  { db, clock }: KycDeps,
  order: KycOrder,
  what: 'submit' | 'edit',
  work: Work,
): Promise<KycRequest> {
  const { request, accountId, app } = order;
  const requestHash = requestHashOf({ what, accountId, request });
  return inTransaction(db, (tx) =>
    onceByKey(tx, { app: principalOf(app), key: order.idempotencyKey, requestHash }, async () => {
      const customer = await livingAccount(tx, order, { lock: true });
      await judgeRequest(tx, customer, request, clock());
      const newest = await newestRequestOf(tx, accountId);
      const pending = newest?.status === 'PENDING' ? newest : undefined;
      return kycRequestOf(await work(tx, customer, pending, changeOf(request), newest));
    }),
  );
}

async function judgeRequest(tx: Tx, customer: Customer, request: SubmitKyc, now: Date): Promise<void> {
  const faults: { path: string; key: string }[] = [];
  if (customer.account_type !== request.accountType) {
    faults.push({ path: 'accountType', key: 'account-type.other' });
  } else if (request.accountType === 'MOBILE') {
    if (request.birthday > dayOf(now)) faults.push({ path: 'birthday', key: 'birthday.in-future' });
    const { mobileRegistration } = await ownBank(tx);
    const wantsPhone = mobileRegistration === 'EMAIL';
    const second = request.secondaryContact;
    if (second !== undefined && phonePattern.test(second) !== wantsPhone) {
      faults.push({ path: 'secondaryContact', key: wantsPhone ? 'contact.invalid' : 'email.invalid' });
    }
  }
  const images = await imagesOf(tx, customer.account_id, [request.photoId, request.identityId]);
  const isThere = (id: string, kind: 'PHOTO' | 'IDENTITY') =>
    images.some((it) => it.imageId === id && it.kind === kind);
  if (!isThere(request.photoId, 'PHOTO')) faults.push({ path: 'photoId', key: 'image.unknown' });
  if (!isThere(request.identityId, 'IDENTITY')) faults.push({ path: 'identityId', key: 'image.unknown' });
  if (faults.length > 0) throw new Refusal('INVALID_REQUEST', {}, faults);
}

/** Field of a request -> column of the customer. */
const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  firstNameKhmer: 'first_name_khmer',
  lastNameKhmer: 'last_name_khmer',
  organizationName: 'organization_name',
  organizationNameKhmer: 'organization_name_khmer',
  birthday: 'birthday',
  sex: 'sex',
  nationality: 'nationality',
  documentId: 'document_id',
  address: 'address',
  secondaryContact: 'secondary_contact',
} as const satisfies Record<string, keyof Customer>;

function changeOf({
  photoId,
  identityId,
  identityCheck,
  accountType: _,
  ...fields
}: SubmitKyc): RequestedChange {
  const given: Readonly<Record<string, string | undefined>> = fields;
  const named = Object.keys(columns).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { newValues: Object.fromEntries(named), photoId, identityId, identityCheck: identityCheck ?? null };
}

/** What the customer is now, in the fields that the request names. */
const valuesOf = (customer: Customer, named: RequestedChange['newValues']): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => name in named)
      .map(([name, column]) => [name, customer[column]]),
  );

const auditOf = (
  tx: Tx,
  { actor, accountId }: KycOrder,
  activity: 'VERIFICATION_REQUESTED' | 'VERIFICATION_REQUEST_CHANGED',
  request: VerificationRequest,
  old: VerificationRequest['old_values'] | undefined,
): Promise<void> =>
  audit(tx, {
    actor,
    activity,
    description:
      activity === 'VERIFICATION_REQUESTED'
        ? `Asked for verification of ${accountId}`
        : `Changed the verification request of ${accountId}`,
    subject: accountId,
    ...(old === undefined ? {} : { old }),
    new: { verificationId: String(request.id), ...request.new_values },
  });
