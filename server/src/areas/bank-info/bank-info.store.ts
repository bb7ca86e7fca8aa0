import type { Tx } from '../../db/tx.ts';

export type Bank = {
  participantCode: string;
  name: string;
  domain: string;
  mainAccountId: string;
};
export type OwnBank = Bank & { mobileRegistration: 'SMS' | 'EMAIL' };

const columns = [
  'participant_code as participantCode',
  'name',
  'domain',
  'main_account_id as mainAccountId',
] as const;

/** The bank that this installation serves. */
export async function ownBank(tx: Tx): Promise<OwnBank> {
  const row = await tx
    .selectFrom('participant_bank')
    .select([...columns, 'mobile_registration as mobileRegistration'])
    .where('own', '=', true)
    .executeTakeFirstOrThrow(() => new Error('this database has no bank of its own yet'));
  return { ...row, mobileRegistration: row.mobileRegistration ?? 'SMS' };
}

export const bankOfCode = (tx: Tx, participantCode: string): Promise<Bank | undefined> =>
  tx
    .selectFrom('participant_bank')
    .select(columns)
    .where('participant_code', '=', participantCode)
    .executeTakeFirst();

export const bankOfDomain = (tx: Tx, domain: string): Promise<Bank | undefined> =>
  tx.selectFrom('participant_bank').select(columns).where('domain', '=', domain).executeTakeFirst();

/** Enters banks that have joined the network; one that is known already stays as it is. Gives those that are new. */
export async function addJoinedBanks(tx: Tx, banks: readonly Bank[]): Promise<string[]> {
  if (banks.length === 0) return [];
  const rows = await tx
    .insertInto('participant_bank')
    .values(
      banks.map((it) => ({
        participant_code: it.participantCode,
        name: it.name,
        domain: it.domain,
        main_account_id: it.mainAccountId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('participant_code as code')
    .execute();
  return rows.map((it) => it.code);
}

/** How a bank is reached. */
export type BankContact = {
  phone: string;
  email: string;
  facebook: string | null;
  address: string;
  website: string;
};
export type NewBank = Bank & {
  own?: boolean;
  mobileRegistration?: 'SMS' | 'EMAIL';
  contact?: BankContact;
};

/** Enters banks when an installation is set up. */
export async function addBanks(tx: Tx, banks: readonly NewBank[]): Promise<void> {
  await tx
    .insertInto('participant_bank')
    .values(
      banks.map((it) => ({
        participant_code: it.participantCode,
        name: it.name,
        domain: it.domain,
        main_account_id: it.mainAccountId,
        own: it.own ?? false,
        mobile_registration: it.mobileRegistration ?? null,
        phone: it.contact?.phone ?? null,
        email: it.contact?.email ?? null,
        facebook: it.contact?.facebook ?? null,
        address: it.contact?.address ?? null,
        website: it.contact?.website ?? null,
      })),
    )
    .execute();
}
