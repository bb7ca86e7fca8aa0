import type { ChannelAccount, KycRequest } from '@tonle/contract/channel';
import { issuanceAccountId } from '@tonle/ledger';
import sharp from 'sharp';
import type { TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';

export const accountsPath = '/channel/v1/accounts';

let opened = 0;

/** A person who opens an account, with a name and a phone of their own. */
export function personToBe(more: Record<string, unknown> = {}): Record<string, unknown> {
  opened += 1;
  return {
    accountType: 'MOBILE',
    accountName: `person_${opened}`,
    firstName: 'ដារ៉ា',
    lastName: 'Sok',
    primaryContact: `+855 12 ${String(700_000 + opened)}`,
    ...more,
  };
}

export async function openedBy(app: Caller, more: Record<string, unknown> = {}): Promise<ChannelAccount> {
  const answer = await app.post<ChannelAccount>(accountsPath, personToBe(more));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Money that came from nowhere. */
export const give = (
  bank: TestBank,
  accountId: string,
  assetId: 'khr#nbc' | 'usd#nbc',
  amountMinor: bigint,
) => bank.post({ from: issuanceAccountId, to: accountId, assetId, amountMinor, type: 'DEPOSIT' });

export const pngOf = (background = '#3366cc'): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
export const jpegOf = (background = '#3366cc'): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();

export const handIn = (
  app: Caller,
  accountId: string,
  kind: string,
  bytes: Uint8Array | string,
  type = 'image/png',
): Promise<Answer<{ imageId: string; width: number; height: number }>> =>
  app.post(`${accountsPath}/${accountId}/images/${kind}`, bytes, { 'content-type': type });

/** All that a person's verification request needs. */
export async function kycOf(app: Caller, accountId: string): Promise<Record<string, unknown>> {
  const photo = await handIn(app, accountId, 'photo', await jpegOf(), 'image/jpeg');
  const identity = await handIn(app, accountId, 'identity', await pngOf());
  return {
    accountType: 'MOBILE',
    firstName: 'Dara',
    lastName: 'Sok Chan',
    birthday: '1994-02-28',
    sex: 'MALE',
    nationality: 'Cambodian',
    documentId: '012345678',
    photoId: photo.body.imageId,
    identityId: identity.body.imageId,
    identityCheck: { live: true, liveConfidenceAvg: 0.97, faceMatch: 0.9 },
  };
}

export const submit = (
  app: Caller,
  accountId: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<KycRequest>> => app.post(`${accountsPath}/${accountId}/kyc`, body, headers);
