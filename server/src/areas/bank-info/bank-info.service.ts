import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type BankInfo,
  logoBytesMax,
  logoPixelsMax,
  logoSideMax,
  logoSizeText,
  type UpdateBankInfo,
} from '@tonle/contract/bank-info';
import type { FileAnswer } from '@tonle/contract/endpoint';
import { Refusal } from '@tonle/contract/refusal';
import { type Logo, takeLogo } from '../../adapters/images.ts';
import type { LogoKind } from '../../db/tables/bank-info.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import type { ContactRow } from './contact.store.ts';
import * as contacts from './contact.store.ts';
import { keepLogo, logoById } from './logos.store.ts';

const bounds = { bytesMax: logoBytesMax, pixelsMax: logoPixelsMax, sideMax: logoSideMax };

const infoOf = ({ name, phone, logoId, titleLogoId, ...rest }: ContactRow): BankInfo => ({
  bin: name,
  phoneNumber: phone,
  logoUuid: logoId,
  titleLogoUuid: titleLogoId,
  ...rest,
});

export const readBankInfo = (db: Db): Promise<BankInfo> =>
  inTransaction(db, async (tx) => infoOf(await contacts.ownContact(tx)), { readOnly: true });

type Taken = { sourceHash: Buffer; logo: Logo } | undefined;

/** Changes how the bank is reached and its logos, which are decoded and encoded anew before the transaction begins. */
export async function updateBankInfo(
  db: Db,
  { request, actor }: { request: UpdateBankInfo; actor: Actor },
): Promise<BankInfo> {
  const logo = await take(request, 'logo');
  const titleLogo = await take(request, 'titleLogo');
  return inTransaction(db, async (tx) => {
    const before = await contacts.ownContact(tx, 'change');
    if (request.name !== before.name)
      throw new Refusal('INVALID_REQUEST', {}, [{ path: 'name', key: 'bank-name.fixed' }]);
    const { phone, email, facebook = null, address, website } = request;
    const wanted = {
      phone,
      email,
      facebook,
      address,
      website,
      logoId: await keep(tx, 'LOGO', logo, before.logoId),
      titleLogoId: await keep(tx, 'TITLE_LOGO', titleLogo, before.titleLogoId),
    };
    const names = Object.keys(wanted) as (keyof typeof wanted)[];
    const changed = names.filter((it) => wanted[it] !== before[it]);
    // Also where an older state was seen: what was asked for is so, as after an answer that was lost.
    const knowsLogos =
      knows(request.logoUuid, before.logoId) && knows(request.titleLogoUuid, before.titleLogoId);
    if (changed.length === 0 && knowsLogos) return infoOf(before);
    if (!knowsLogos || !knows(request.revision, before.revision))
      throw new Refusal('CHANGED_MEANWHILE', { revision: before.revision });
    await contacts.changeContact(tx, wanted);
    const only = (from: typeof before | typeof wanted) =>
      Object.fromEntries(changed.map((it) => [it, from[it]]));
    await audit(tx, {
      actor,
      activity: 'BANK_INFO_CHANGED',
      description: `Changed the contact information of ${before.name}`,
      subject: before.name,
      old: only(before),
      new: only(wanted),
    });
    return infoOf({ ...before, ...wanted, revision: before.revision + 1 });
  });
}

/** Whether what the caller named is what there is; a caller that names nothing does not ask. */
const knows = <T>(named: T | undefined, now: T | null): boolean => named === undefined || named === now;

async function take(request: UpdateBankInfo, field: 'logo' | 'titleLogo'): Promise<Taken> {
  const given = request[field];
  if (given === undefined) return undefined;
  const bytes = typeof given === 'string' ? Buffer.from(given, 'base64') : Buffer.from(given);
  const refuse = (key: string) =>
    new Refusal('INVALID_REQUEST', {}, [{ path: field, key, params: { size: logoSizeText } }]);
  if (bytes.length > logoBytesMax) throw refuse('image.too-large');
  try {
    const logo = await takeLogo(bytes, bounds);
    return { logo, sourceHash: createHash('sha256').update(bytes).digest() };
  } catch (error) {
    // The picture's own fault names no field; the form has two.
    const key = error instanceof Refusal ? error.fields[0]?.key : undefined;
    throw key === undefined ? error : refuse(key);
  }
}

const keep = async (tx: Tx, kind: LogoKind, taken: Taken, before: string | null): Promise<string | null> =>
  taken === undefined ? before : keepLogo(tx, kind, taken.sourceHash, taken.logo);

export async function readLogo(db: Db, kind: LogoKind, logoId: string): Promise<FileAnswer> {
  const logo = await inTransaction(db, (tx) => logoById(tx, kind, logoId), { readOnly: true });
  if (logo === undefined) throw new Refusal('NOT_FOUND');
  const { content } = logo;
  return {
    content: Readable.from([content]),
    name: `${logoId}.png`,
    type: 'image/png',
    bytes: content.length,
  };
}

export async function logoOfBank(db: Db, participantCode: string): Promise<{ logo: string | null }> {
  const logo = await inTransaction(db, (tx) => contacts.logoOfBank(tx, participantCode), { readOnly: true });
  if (logo === undefined) throw new Refusal('NOT_FOUND');
  return { logo: logo === null ? null : logo.content.toString('base64') };
}
