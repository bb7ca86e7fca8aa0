import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { type Selectable, sql } from 'kysely';
import type { TermsTables } from '../../db/tables/terms.ts';
import type { Tx } from '../../db/tx.ts';

export type TermsRow = Selectable<TermsTables['terms_version']>;

/** The newest version of each channel that has one. */
export const newestVersions = (tx: Tx): Promise<TermsRow[]> =>
  tx
    .selectFrom('terms_version')
    .distinctOn('channel')
    .selectAll()
    .orderBy('channel')
    .orderBy('version', 'desc')
    .execute();

export const newestVersion = (tx: Tx, channel: ChannelAccountType): Promise<TermsRow | undefined> =>
  tx
    .selectFrom('terms_version')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export const versionOf = (
  tx: Tx,
  channel: ChannelAccountType,
  version: number,
): Promise<TermsRow | undefined> =>
  tx
    .selectFrom('terms_version')
    .selectAll()
    .where('channel', '=', channel)
    .where('version', '=', version)
    .executeTakeFirst();

export type VersionsAsked = { page: number; size: number; sort: { direction: 'asc' | 'desc' } };

/** Versions are numbered without gaps, so the newest one's number is how many there are. */
export async function listVersions(
  tx: Tx,
  channel: ChannelAccountType,
  { page, size, sort }: VersionsAsked,
): Promise<{ rows: Omit<TermsRow, 'document'>[]; total: number }> {
  const of = tx.selectFrom('terms_version').where('channel', '=', channel);
  const rows = await of
    .select(['channel', 'version', 'created_at', 'created_by', 'author_name'])
    .orderBy('version', sort.direction)
    .offset(page * size)
    .limit(size)
    .execute();
  const { total } = await of.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Adds the version after the one given; undefined where somebody has added it already. */
export const addVersion = (
  tx: Tx,
  it: {
    channel: ChannelAccountType;
    after: number;
    document: string;
    login: string | null;
    authorName: string | null;
  },
): Promise<TermsRow | undefined> =>
  tx
    .insertInto('terms_version')
    .values({
      channel: it.channel,
      version: it.after + 1,
      document: it.document,
      created_at: sql<Date>`clock_timestamp()`,
      created_by: it.login,
      author_name: it.authorName,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Writes the first terms of a channel. */
export async function addFirstTerms(
  tx: Tx,
  terms: { channel: ChannelAccountType; document: string; at: Date }[],
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
