import { createHash } from 'node:crypto';
import { imageBytesMax, imagePixelsMax, imageSideMax } from '@tonle/contract/customer-profile';
import type { EditProfile, ProfileField } from '@tonle/contract/customers';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { phonePattern } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import { readAccount } from '@tonle/ledger';
import { type Picture, takePicture } from '../../adapters/images.ts';
import type { ImageKind } from '../../db/tables/customers.ts';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { insertRequest, newestRequestOf } from '../verification/verification.public.ts';
import { customerToChange } from './account-actions.service.ts';
import { type Customer, customerOf } from './customers.store.ts';
import { keptImageOf, pictures } from './images.store.ts';
import { type ProfileValues, profileOf } from './profile.store.ts';
import { judgeChange } from './seeing.ts';

export interface EditDeps {
  readonly db: Db;
  readonly clock: () => Date;
}
export type EditOrder = { request: EditProfile; session: Session; actor: Actor };

type Taken = { kind: ImageKind; sourceHash: Buffer; picture: Picture };
const bounds = { bytesMax: imageBytesMax, pixelsMax: imagePixelsMax, sideMax: imageSideMax };
const kinds = { photo: 'PHOTO', identity: 'IDENTITY' } as const;

/**
 * Asks for a customer's profile to be changed: a verification request, which somebody else decides on (decisions section 4).
 * Pictures are decoded and encoded anew before the transaction begins.
 */
export async function askForEdit(
  { db, clock }: EditDeps,
  order: EditOrder,
): Promise<{ verificationRequestId: string }> {
  const { request, session } = order;
  await inTransaction(db, (tx) => judgeCaller(tx, request.accountId, session), { readOnly: true });
  const photo = await take(request, 'photo');
  const identity = await take(request, 'identity');
  return inTransaction(db, async (tx) => {
    const customer = await customerToChange(tx, { ...order, accountId: request.accountId });
    await judgeEdit(tx, customer, request, clock());
    return open(tx, customer, order, { photo, identity });
  });
}

/** Before anything is decoded: whoever may not ask costs nothing. */
async function judgeCaller(tx: Tx, accountId: string, { permissions }: Session): Promise<void> {
  const customer = await customerOf(tx, accountId);
  if (customer === undefined) throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  judgeChange(permissions, customer.accountType, accountId);
}

async function take(request: EditProfile, field: 'photo' | 'identity'): Promise<Taken | undefined> {
  const base64 = request[field];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const refuse = (key: string, params: Record<string, string> = {}) =>
    new Refusal('INVALID_REQUEST', {}, [{ path: field, key, params }]);
  try {
    if (bytes.length > imageBytesMax) throw refuse('image.too-large', { size: '5 MB' });
    const picture = await takePicture(bytes, bounds);
    return { kind: kinds[field], sourceHash: createHash('sha256').update(bytes).digest(), picture };
  } catch (error) {
    // The picture's own fault names no field; the form has two.
    const key = error instanceof Refusal ? error.fields[0]?.key : undefined;
    throw key === undefined ? error : refuse(key, { size: '5 MB' });
  }
}

async function judgeEdit(tx: Tx, customer: Customer, request: EditProfile, now: Date): Promise<void> {
  const account = customer.account_id;
  const faults: { path: string; key: string }[] = [];
  if (customer.account_type !== request.accountType) {
    faults.push({ path: 'accountType', key: 'account-type.other' });
  } else if (request.accountType === 'MOBILE') {
    if (request.birthday > dayOf(now)) faults.push({ path: 'birthday', key: 'birthday.in-future' });
    // The secondary contact is what the primary one is not (decisions section 8).
    const wantsPhone = (await ownBank(tx)).mobileRegistration === 'EMAIL';
    const second = request.secondaryContact;
    if (second !== undefined && phonePattern.test(second) !== wantsPhone) {
      faults.push({ path: 'secondaryContact', key: wantsPhone ? 'contact.invalid' : 'email.invalid' });
    }
  }
  if (faults.length > 0) throw new Refusal('INVALID_REQUEST', {}, faults);
  const state = await readAccount(rawTx(tx), account);
  if (state?.status === 'DELETED') throw new Refusal('ACCOUNT_DELETED', { account });
  const pending = await newestRequestOf(tx, account);
  if (pending?.status === 'PENDING') throw new Refusal('VERIFICATION_PENDING', { account });
}

const personFields = [
  'firstName',
  'lastName',
  'firstNameKhmer',
  'lastNameKhmer',
  'birthday',
  'sex',
  'nationality',
  'documentId',
  'address',
  'secondaryContact',
] as const satisfies readonly ProfileField[];
const organizationFields = [
  'organizationName',
  'organizationNameKhmer',
  'documentId',
  'address',
  'secondaryContact',
] as const satisfies readonly ProfileField[];

async function open(
  tx: Tx,
  customer: Customer,
  { request, session, actor }: EditOrder,
  taken: { photo: Taken | undefined; identity: Taken | undefined },
): Promise<{ verificationRequestId: string }> {
  const accountId = customer.account_id;
  const named = request.accountType === 'MOBILE' ? personFields : organizationFields;
  const before = profileOf(customer, named);
  const given: Readonly<Record<string, unknown>> = request;
  const wanted: ProfileValues = Object.fromEntries(named.map((it) => [it, given[it] ?? null]));
  const changed = named.filter((it) => wanted[it] !== before[it]);
  const photoId = (await keep(tx, accountId, taken.photo)) ?? customer.photo_id;
  const identityId = (await keep(tx, accountId, taken.identity)) ?? customer.identity_id;
  const samePictures = photoId === customer.photo_id && identityId === customer.identity_id;
  if (changed.length === 0 && samePictures) throw new Refusal('NOTHING_CHANGED');
  const oldValues = Object.fromEntries(changed.map((it) => [it, before[it] ?? null]));
  const newValues = Object.fromEntries(changed.map((it) => [it, wanted[it] ?? null]));
  const opened = await insertRequest(
    tx,
    {
      accountId,
      accountType: customer.account_type,
      oldValues,
      oldPhotoId: customer.photo_id,
      oldIdentityId: customer.identity_id,
      requestedBy: session.fullName,
      requestedByUser: session.userId,
    },
    { newValues, photoId, identityId, identityCheck: null },
  );
  await audit(tx, {
    actor,
    activity: 'VERIFICATION_REQUESTED',
    description: `Asked for changes of ${accountId} to be verified`,
    subject: accountId,
    old: { ...oldValues, photoUuid: customer.photo_id, identityUuid: customer.identity_id },
    new: { verificationId: String(opened.id), ...newValues, photoUuid: photoId, identityUuid: identityId },
  });
  return { verificationRequestId: String(opened.id) };
}

/** Keeps a picture; the same bytes are the same picture. */
async function keep(tx: Tx, accountId: string, taken: Taken | undefined): Promise<string | undefined> {
  if (taken === undefined) return undefined;
  const { kind, sourceHash, picture } = taken;
  const known = await keptImageOf(tx, { accountId, kind }, sourceHash);
  return known?.imageId ?? (await pictures.put(tx, { accountId, kind, sourceHash }, picture));
}
