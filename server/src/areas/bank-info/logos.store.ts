import type { Logo } from '../../adapters/images.ts';
import type { LogoKind } from '../../db/tables/bank-info.ts';
import type { Tx } from '../../db/tx.ts';

export type BankLogos = {
  logo: Logo | undefined;
  /** The wide one, with the bank's name in it. */
  titleLogo: Logo | undefined;
};

/** A logo that was given once, whether it is the bank's now or was before. */
export const logoById = (tx: Tx, kind: LogoKind, logoId: string): Promise<Logo | undefined> =>
  tx
    .selectFrom('bank_logo')
    .select(['content', 'width', 'height'])
    .where('kind', '=', kind)
    .where('logo_id', '=', logoId)
    .executeTakeFirst();

/** What this bank shows itself with. */
export async function ownLogos(tx: Tx): Promise<BankLogos> {
  const rows = await tx
    .selectFrom('bank_logo')
    .innerJoin('participant_bank', (join) =>
      join.on(({ eb, or, ref }) =>
        or([
          eb('bank_logo.logo_id', '=', ref('participant_bank.logo_id')),
          eb('bank_logo.logo_id', '=', ref('participant_bank.title_logo_id')),
        ]),
      ),
    )
    .select(['kind', 'content', 'width', 'height'])
    .where('own', '=', true)
    .execute();
  const of = (kind: LogoKind) => rows.find((it) => it.kind === kind);
  return { logo: of('LOGO'), titleLogo: of('TITLE_LOGO') };
}

/** Keeps a logo; the same bytes given again are the same logo. */
export async function keepLogo(
  tx: Tx,
  kind: LogoKind,
  sourceHash: Buffer,
  { content, width, height }: Logo,
): Promise<string> {
  const kept = await tx
    .insertInto('bank_logo')
    .values({ kind, content, width, height, source_hash: sourceHash })
    .onConflict((conflict) => conflict.columns(['kind', 'source_hash']).doNothing())
    .returning('logo_id as logoId')
    .executeTakeFirst();
  if (kept !== undefined) return kept.logoId;
  const before = await tx
    .selectFrom('bank_logo')
    .select('logo_id as logoId')
    .where('kind', '=', kind)
    .where('source_hash', '=', sourceHash)
    .executeTakeFirstOrThrow();
  return before.logoId;
}
