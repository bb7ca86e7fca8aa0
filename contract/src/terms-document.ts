import { isBlank } from './text.ts';

/**
 * Terms and conditions as the editor keeps them: a tree of nodes, never HTML. What is named here is all that they may hold.
 * The server judges what is written and what is read by it, the portal what it is given.
 */
export type TermsMark =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' }
  | { type: 'link'; attrs: { href: string } };
export type TermsNode = {
  type: NodeName;
  attrs?: { level: number } | { start: number };
  content?: TermsNode[];
  text?: string;
  marks?: TermsMark[];
};

const blocks = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'horizontalRule'] as const;
const inlines = ['text', 'hardBreak'] as const;
type NodeName = 'doc' | 'listItem' | (typeof blocks)[number] | (typeof inlines)[number];

/** What each node may hold. */
const children: Readonly<Record<NodeName, readonly NodeName[]>> = {
  doc: blocks,
  paragraph: inlines,
  heading: inlines,
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: blocks,
  blockquote: blocks,
  horizontalRule: [],
  hardBreak: [],
  text: [],
};
/** Nodes that are nothing without a child. */
const neverEmpty: readonly NodeName[] = ['doc', 'bulletList', 'orderedList', 'listItem', 'blockquote'];
const plainMarks = ['bold', 'italic', 'underline', 'strike'] as const;
/** The page has the first. */
const headingLevels = [2, 3] as const;

/** Serialized, in characters. */
export const termsLengthMax = 200_000;
export const termsDepthMax = 12;
export const termsNodesMax = 20_000;
const linkLengthMax = 2_000;
const startMax = 9_999;

export type JudgedTerms = {
  /** Built anew from what is allowed, and nothing else. */
  document: TermsNode;
  /** What was left out, named for people. */
  faults: string[];
  /** Those of them that took words or blocks with them. */
  lost: string[];
};

/** Reads what claims to be terms. Nothing that it was given is kept: what comes out is built anew. */
export function judgeTerms(given: unknown): JudgedTerms {
  const reading: Reading = { faults: [], lost: [], nodes: 0 };
  const document = nodeOf(given, ['doc'], 1, reading) ?? emptyTerms();
  return { document, faults: reading.faults, lost: reading.lost };
}

/** What is wrong with terms that hold it, as the key of a message. */
export function termsFault(what: string): { key: string; params?: { what: string } } {
  if (what === 'nesting') return { key: 'terms.too-deep' };
  return what === 'length' ? { key: 'terms.too-long' } : { key: 'terms.not-allowed', params: { what } };
}

export const emptyTerms = (): TermsNode => ({ type: 'doc', content: [{ type: 'paragraph' }] });

type Reading = { faults: string[]; lost: string[]; nodes: number };
type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (it: unknown): Fields | undefined =>
  typeof it === 'object' && it !== null && !Array.isArray(it) ? (it as Fields) : undefined;
/** A name out of the document, fit for a message. */
const named = (it: unknown): string =>
  typeof it === 'string' ? it.replace(/[^\w.:/-]/g, '?').slice(0, 40) : typeof it;

function fail(reading: Reading, what: string): undefined {
  if (reading.faults.length < 50) reading.faults.push(what);
  return undefined;
}

function lose(reading: Reading, what: string): undefined {
  if (reading.lost.length < 50) reading.lost.push(what);
  return fail(reading, what);
}

function refuseOthers(it: Fields, known: readonly string[], where: string, reading: Reading): void {
  for (const name of Object.keys(it)) if (!known.includes(name)) fail(reading, `${where} ${named(name)}`);
}

function nodeOf(
  given: unknown,
  allowed: readonly NodeName[],
  depth: number,
  reading: Reading,
): TermsNode | undefined {
  const it = fieldsOf(given);
  const type = allowed.find((name) => name === it?.type);
  if (it === undefined || type === undefined) return lose(reading, `node ${named(it?.type)}`);
  if (depth > termsDepthMax) return lose(reading, 'nesting');
  reading.nodes += 1;
  if (reading.nodes > termsNodesMax) return lose(reading, 'length');
  if (type === 'text') return textOf(it, reading);
  refuseOthers(it, ['type', 'attrs', 'content'], `${type}:`, reading);
  const attrs = attrsOf(type, it.attrs, reading);
  const content = contentOf(type, it.content, depth, reading);
  if (content.length === 0 && neverEmpty.includes(type)) {
    return type === 'doc' ? emptyTerms() : fail(reading, `${type} without content`);
  }
  // An item begins with a paragraph, where its number or dot stands.
  if (type === 'listItem' && content[0]?.type !== 'paragraph') {
    fail(reading, 'listItem without a paragraph');
    content.unshift({ type: 'paragraph' });
  }
  return { type, ...(attrs && { attrs }), ...(content.length > 0 && { content }) };
}

function contentOf(type: NodeName, given: unknown, depth: number, reading: Reading): TermsNode[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) {
    fail(reading, `${type}: content`);
    return [];
  }
  return given.flatMap((child) => nodeOf(child, children[type], depth + 1, reading) ?? []);
}

function attrsOf(type: NodeName, given: unknown, reading: Reading): TermsNode['attrs'] {
  const it = given === undefined || given === null ? {} : fieldsOf(given);
  if (it === undefined) return fail(reading, `${type}: attrs`);
  if (type === 'heading') {
    refuseOthers(it, ['level'], 'heading:', reading);
    const level = headingLevels.find((one) => one === it.level);
    if (level === undefined) fail(reading, 'heading: level');
    return { level: level ?? 3 };
  }
  if (type === 'orderedList') {
    // The editor also says null of a type of numbering that it does not offer.
    refuseOthers(
      it.type === null ? { ...it, type: undefined } : it,
      ['start', 'type'],
      'orderedList:',
      reading,
    );
    if (it.type !== undefined && it.type !== null) fail(reading, 'orderedList: type');
    const { start = 1 } = it;
    if (typeof start === 'number' && Number.isInteger(start) && start >= 1 && start <= startMax)
      return { start };
    fail(reading, 'orderedList: start');
    return { start: 1 };
  }
  refuseOthers(it, [], `${type}:`, reading);
  return undefined;
}

function textOf(it: Fields, reading: Reading): TermsNode | undefined {
  refuseOthers(it, ['type', 'text', 'marks'], 'text:', reading);
  const { text } = it;
  if (typeof text !== 'string' || text === '' || !text.isWellFormed() || holdsControl(text)) {
    return lose(reading, 'text');
  }
  const marks = marksOf(it.marks, reading);
  return { type: 'text', text, ...(marks.length > 0 && { marks }) };
}

const holdsControl = (text: string): boolean =>
  [...text].some((it) => (it < ' ' && it !== '\t' && it !== '\n') || it === '\u007f');

function marksOf(given: unknown, reading: Reading): TermsMark[] {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > plainMarks.length + 1) {
    fail(reading, 'text: marks');
    return [];
  }
  const marks = given.flatMap((one) => markOf(one, reading) ?? []);
  return marks.filter((mark, index) => marks.findIndex((it) => it.type === mark.type) === index);
}

function markOf(given: unknown, reading: Reading): TermsMark | undefined {
  const it = fieldsOf(given);
  const attrs = it?.attrs === undefined || it.attrs === null ? {} : fieldsOf(it.attrs);
  if (it === undefined || attrs === undefined) return fail(reading, 'mark');
  const plain = plainMarks.find((name) => name === it.type);
  if (plain === undefined && it.type !== 'link') return fail(reading, `mark ${named(it.type)}`);
  refuseOthers(it, ['type', 'attrs'], `${named(it.type)}:`, reading);
  refuseOthers(attrs, plain === undefined ? ['href'] : [], `${named(it.type)}:`, reading);
  if (plain !== undefined) return { type: plain };
  const { href } = attrs;
  if (typeof href !== 'string' || !isTermsLink(href)) return fail(reading, `link ${named(href)}`);
  return { type: 'link', attrs: { href } };
}

/** Where a link of the terms may lead: a page, a mail, a phone call. */
export function isTermsLink(href: string): boolean {
  if (href.length > linkLengthMax || !/^[\x21-\x7e\u00a1-\uffff]+$/.test(href) || /["'<>`\\]/.test(href))
    return false;
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href)) return true;
  if (/^tel:\+?[\d-]{3,20}$/i.test(href)) return true;
  return /^https?:\/\/[^\s/?#@]+([/?#].*)?$/i.test(href) && URL.canParse(href);
}

/** The words alone, a line a block, as differences are shown: headings, items and where links lead are told. */
export function termsLines(document: TermsNode): string[] {
  return (document.content ?? []).flatMap((it) => linesOf(it, ''));
}

function linesOf(it: TermsNode, indent: string): string[] {
  const content = it.content ?? [];
  if (it.type === 'bulletList') return content.flatMap((item) => itemLines(item, `${indent}• `));
  if (it.type === 'orderedList') {
    const start = it.attrs && 'start' in it.attrs ? it.attrs.start : 1;
    return content.flatMap((item, index) => itemLines(item, `${indent}${start + index}. `));
  }
  if (it.type === 'blockquote') return content.flatMap((one) => linesOf(one, `${indent}│ `));
  if (it.type === 'horizontalRule') return [`${indent}――――`];
  const level = it.attrs && 'level' in it.attrs ? `${'#'.repeat(it.attrs.level)} ` : '';
  const words = content.map(wordsOf).join('');
  return words.split('\n').map((line) => `${indent}${level}${line}`);
}

const itemLines = (item: TermsNode, mark: string): string[] =>
  (item.content ?? []).flatMap((it, index) => linesOf(it, index === 0 ? mark : ' '.repeat(mark.length)));

function wordsOf({ type, text = '', marks = [] }: TermsNode): string {
  if (type === 'hardBreak') return '\n';
  const link = marks.find((it) => it.type === 'link');
  return link === undefined ? text : `${text} (${link.attrs.href})`;
}

/** Whether there is nothing to read in it. */
export const isBlankTerms = (document: TermsNode): boolean =>
  document.type === 'text'
    ? isBlank(document.text ?? '')
    : (document.content ?? []).every((it) => isBlankTerms(it));
