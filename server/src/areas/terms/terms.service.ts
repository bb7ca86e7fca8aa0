import { createHash } from 'node:crypto';
import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import type { PageOf } from '@tonle/contract/paging';
import { Refusal } from '@tonle/contract/refusal';
import type { SaveTerms, TermsText, TermsVersion } from '@tonle/contract/terms';
import { differenceOf } from '@tonle/contract/terms-difference';
import {
  emptyTerms,
  isBlankTerms,
  type JudgedTerms,
  judgeTerms,
  type TermsNode,
  termsFault,
  termsLengthMax,
  termsLines,
} from '@tonle/contract/terms-document';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor, Log } from '../../http/call.ts';
import { parseJson } from '../../http/json.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import * as store from './terms.store.ts';

/** The document that a text holds; undefined where it is no JSON that is accepted anywhere here. */
function read(text: string): JudgedTerms | undefined {
  try {
    return judgeTerms(parseJson(Buffer.from(text)));
  } catch {
    return undefined;
  }
}

/** Judged once more when read: whatever got into the database, only what terms may hold leaves it. */
function shown({ document, channel, version }: store.TermsRow, log: Log): string {
  if (document === '') return '';
  const judged = read(document);
  if (judged !== undefined && judged.faults.length === 0) return JSON.stringify(judged.document);
  log.warn({ channel, version }, 'terms hold what they may not; it is left out');
  return JSON.stringify(judged?.document ?? emptyTerms());
}

/** What was shown last by channel: every portal asks for it at its start, and it hardly ever changes. */
const shownLast = new Map<ChannelAccountType, { document: string; text: string }>();

function shownInForce(row: store.TermsRow, log: Log): string {
  const last = shownLast.get(row.channel);
  if (last?.document === row.document) return last.text;
  const text = shown(row, log);
  shownLast.set(row.channel, { document: row.document, text });
  return text;
}

export type TermsInForce = Record<ChannelAccountType, { text: string; version: number }>;

/** The terms in force, by channel; '' and 0 where none were written yet. */
export async function termsInForce(tx: Tx, log: Log): Promise<TermsInForce> {
  const none = { text: '', version: 0 };
  const rows = await store.newestVersions(tx);
  const found = rows.map((it) => [it.channel, { text: shownInForce(it, log), version: it.version }] as const);
  return { MOBILE: none, DESKTOP: none, WEB: none, ...Object.fromEntries(found) };
}

const versionOf = (it: Omit<store.TermsRow, 'document'>): TermsVersion => ({
  version: it.version,
  author: it.author_name,
  login: it.created_by,
  createdTime: it.created_at.toISOString(),
});

const refuse = (key: string, params?: Record<string, string | number>) =>
  new Refusal('INVALID_REQUEST', {}, [{ path: 'text', key, ...(params && { params }) }]);

function documentOf(text: string): TermsNode {
  const judged = read(text);
  if (judged === undefined) throw refuse('terms.not-a-document');
  const [what] = judged.faults;
  if (what !== undefined) {
    const { key, params } = termsFault(what);
    throw refuse(key, params);
  }
  if (isBlankTerms(judged.document)) throw refuse('terms.required');
  return judged.document;
}

export type SaveOrder = { channel: ChannelAccountType; request: SaveTerms; actor: Actor };

/** Puts a new version in force. The text that is in force already makes none. */
export async function saveTerms(
  db: Db,
  { channel, request, actor }: SaveOrder,
  log: Log,
): Promise<TermsText> {
  const document = documentOf(request.text);
  const text = JSON.stringify(document);
  if (text.length > termsLengthMax) throw refuse('terms.too-long', { max: termsLengthMax });
  return inTransaction(db, async (tx) => {
    const before = await store.newestVersion(tx, channel);
    const version = before?.version ?? 0;
    const changed = () => new Refusal('CHANGED_MEANWHILE', { version });
    // Also where an older version was seen: what was asked for is so, as after an answer that was lost.
    if (before?.document === text) return { ...versionOf(before), text };
    if (request.version !== undefined && request.version !== version) throw changed();
    const old = before === undefined ? '' : shown(before, log);
    const { login, fullName } = actor;
    const row = await store.addVersion(tx, {
      channel,
      after: version,
      document: text,
      login,
      authorName: fullName,
    });
    if (row === undefined) throw changed();
    const [removed, added] = excerptsOf(old, document);
    await audit(tx, {
      actor,
      activity: 'TERMS_CHANGED',
      description: `Changed the terms and conditions for ${channel.toLowerCase()}`,
      subject: `terms ${channel}`,
      old: { version, digest: digestOf(before?.document ?? ''), removed },
      new: { version: row.version, digest: digestOf(text), added },
    });
    return { ...versionOf(row), text };
  });
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const EXCERPT_LENGTH_MAX = 2_000;

/** What the audit log tells of a change; both versions are kept whole in `terms_version`, and named by their digests. */
function excerptsOf(old: string, document: TermsNode): [removed: string, added: string] {
  const lines = differenceOf(termsLines(read(old)?.document ?? { type: 'doc' }), termsLines(document));
  const of = (kind: 'removed' | 'added') =>
    lines
      .filter((it) => it.kind === kind)
      .map((it) => it.text)
      .join('\n')
      .slice(0, EXCERPT_LENGTH_MAX)
      .toWellFormed();
  return [of('removed'), of('added')];
}

export async function listVersions(
  db: Db,
  channel: ChannelAccountType,
  asked: store.VersionsAsked,
): Promise<PageOf<TermsVersion>> {
  const { rows, total } = await inTransaction(db, (tx) => store.listVersions(tx, channel, asked), {
    readOnly: true,
  });
  return { rows: rows.map(versionOf), total };
}

export async function readVersion(
  db: Db,
  channel: ChannelAccountType,
  version: string,
  log: Log,
): Promise<TermsText> {
  const row = await inTransaction(db, (tx) => store.versionOf(tx, channel, Number(version)), {
    readOnly: true,
  });
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return { ...versionOf(row), text: shown(row, log) };
}
