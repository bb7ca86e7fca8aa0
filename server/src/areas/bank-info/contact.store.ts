import type { Logo } from '../../adapters/images.ts';
import type { Tx } from '../../db/tx.ts';
import type { BankContact } from './bank-info.store.ts';

/** The own bank's contact information as it is, null where nobody has filled it in. */
export type ContactRow = { [Name in keyof BankContact]: string | null } & {
  name: string;
  logoId: string | null;
  titleLogoId: string | null;
  revision: number;
};

/** `change` keeps others from changing it until the transaction ends. */
export function ownContact(tx: Tx, lock?: 'change'): Promise<ContactRow> {
  const row = tx
    .selectFrom('participant_bank')
    .select([
      'name',
      'phone',
      'email',
      'facebook',
      'address',
      'website',
      'logo_id as logoId',
      'title_logo_id as titleLogoId',
      'revision',
    ])
    .where('own', '=', true);
  return (lock === 'change' ? row.forNoKeyUpdate() : row).executeTakeFirstOrThrow();
}

export async function changeContact(
  tx: Tx,
  { logoId, titleLogoId, ...contact }: BankContact & { logoId: string | null; titleLogoId: string | null },
): Promise<void> {
  await tx
    .updateTable('participant_bank')
    .set((eb) => ({
      ...contact,
      logo_id: logoId,
      title_logo_id: titleLogoId,
      revision: eb('revision', '+', 1),
    }))
    .where('own', '=', true)
    .execute();
}

/** The logo of a bank: null where it has given none, undefined for a bank that is not known. */
export async function logoOfBank(tx: Tx, participantCode: string): Promise<Logo | null | undefined> {
  const row = await tx
    .selectFrom('participant_bank')
    .leftJoin('bank_logo', 'bank_logo.logo_id', 'participant_bank.logo_id')
    .select(['content', 'width', 'height'])
    .where('participant_code', '=', participantCode)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { content, width, height } = row;
  return content === null || width === null || height === null ? null : { content, width, height };
}
