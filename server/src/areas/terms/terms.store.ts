import type { Tx } from '../../db/tx.ts';

type Channel = 'MOBILE' | 'DESKTOP' | 'WEB';

/** The terms in force, by channel; '' where none were written yet. */
export async function termsInForce(tx: Tx): Promise<Record<Channel, string>> {
  const rows = await tx
    .selectFrom('terms_version')
    .distinctOn('channel')
    .select(['channel', 'document'])
    .orderBy('channel')
    .orderBy('version', 'desc')
    .execute();
  return {
    MOBILE: '',
    DESKTOP: '',
    WEB: '',
    ...Object.fromEntries(rows.map((it) => [it.channel, it.document])),
  };
}

/** Writes the first terms of a channel. */
export async function addFirstTerms(
  tx: Tx,
  terms: { channel: Channel; document: string; at: Date }[],
): Promise<void> {
  await tx
    .insertInto('terms_version')
    .values(
      terms.map((it) => ({
        channel: it.channel,
        version: 1,
        document: it.document,
        created_at: it.at,
        created_by: null,
      })),
    )
    .execute();
}
