import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import sharp from 'sharp';
import { forLine, type ManualRole, rolesWith } from './manual-roles.ts';

export const manualFolder = join(import.meta.dirname, '../../docs/manual');
export const manualLanguages = ['en', 'km'] as const;
export type ManualLanguage = (typeof manualLanguages)[number];

/** How large each picture is, by `en/refund.webp`: the page leaves its place free, so that no text moves as it comes. */
const pictureSizes = new Map(
  await Promise.all(
    globSync('*/*.webp', { cwd: manualFolder }).map(async (path) => {
      const { width, height } = await sharp(join(manualFolder, path)).metadata();
      return [path, `width="${width}" height="${height}"`] as const;
    }),
  ),
);

/** A heading of the second or third level with what stands under it. */
export type Section = {
  id: string;
  title: string;
  level: number;
  text: string;
  /** What people call it who search for it by another word. */
  words: string;
  roles: readonly ManualRole[];
  /** The pages of the contract of which a reader needs one; none where it is for everybody. */
  pages: readonly string[];
};

export type Chapter = {
  file: string;
  slug: string;
  title: string;
  roles: readonly ManualRole[];
  pages: readonly string[];
  words: string;
  /** What stands before the first section. */
  intro: string;
  sections: readonly Section[];
  /** Which place of the chapter helps with a screen, by the first part of the screen's address. */
  help: ReadonlyMap<string, string>;
  pictures: readonly string[];
  html: string;
};

/**
 * What a remark below a title or a heading says, `<!-- for: history auditor-history -->`. `for`: the pages of the
 * contract of which a reader needs one; a heading says it where it differs from the chapter. `help`: the screens it
 * helps with. `words`: what else it is searched by.
 */
const remark = /^<!-- (for|help|words): ([^>]*?) -->\s*$/;

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The chapters of a language in their order. Their places have the ids of the English ones, so that links outlive the language. */
export function chaptersOf(language: ManualLanguage): Chapter[] {
  return readdirSync(join(manualFolder, language))
    .filter((it) => it.endsWith('.md'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || a.localeCompare(b))
    .map((file) => {
      const english = idsIn(readFileSync(join(manualFolder, 'en', file), 'utf8'));
      return readChapter(language, file, readFileSync(join(manualFolder, language, file), 'utf8'), english);
    });
}

const headingsIn = (tokens: readonly Token[]): Tokens.Heading[] =>
  tokens.filter((it): it is Tokens.Heading => it.type === 'heading');

const idsIn = (markdown: string): string[] =>
  headingsIn(new Marked().lexer(markdown))
    .slice(1)
    .map((it) => slugOf(it.text));

/** Reads one chapter; whatever is not as the others are is an error that names the file. */
export function readChapter(
  language: ManualLanguage,
  file: string,
  markdown: string,
  ids: readonly string[],
): Chapter {
  const marked = new Marked();
  const tokens = marked.lexer(markdown);
  const [title, ...headings] = headingsIn(tokens);
  const fault = (what: string) => new Error(`docs/manual: ${file} ${what}`);
  if (title?.depth !== 1 || tokens[0] !== title) throw fault('does not begin with its title');
  if (headings.length !== ids.length) throw fault('has not the headings of the English one');
  const reading = new Reading(fault);
  for (const token of tokens.slice(1)) reading.take(token, ids);
  if (reading.roles.length === 0) throw fault('says not for whom it is: <!-- for: everybody -->');
  const { roles, sections } = reading;
  const stray = sections.find((it) => !it.roles.every((role) => roles.includes(role)));
  if (stray) throw fault(`is not for all whom "${stray.title}" is for`);
  return {
    file,
    slug: file.replace(/^\d+-/, '').replace(/\.md$/, ''),
    title: title.text,
    roles,
    pages: reading.pages,
    words: reading.words,
    intro: reading.intro,
    sections,
    help: reading.help,
    pictures: reading.pictures,
    html: htmlOf(marked, language, tokens.slice(1), sections, fault, (own) =>
      own.join() === roles.join() ? '' : forLine(language, own),
    ),
  };
}

class Reading {
  roles: readonly ManualRole[] = [];
  pages: readonly string[] = [];
  words = '';
  intro = '';
  readonly sections: Section[] = [];
  readonly help = new Map<string, string>();
  readonly pictures: string[] = [];
  readonly #fault: (what: string) => Error;

  constructor(fault: (what: string) => Error) {
    this.#fault = fault;
  }

  take(token: Token, ids: readonly string[]): void {
    const section = this.sections.at(-1);
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading;
      const { roles, pages } = depth > 2 && section ? section : this;
      const id = ids[this.sections.length] ?? '';
      this.sections.push({ id, title: plain(text), level: depth, text: '', words: '', roles, pages });
      return;
    }
    if (token.type === 'html') {
      this.#note(token.raw, section);
      return;
    }
    for (const [, path = ''] of token.raw.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) this.pictures.push(path);
    const text = plain(token.raw);
    if (section) section.text = `${section.text} ${text}`.trim();
    else this.intro = `${this.intro} ${text}`.trim();
  }

  #note(raw: string, section: Section | undefined): void {
    const place = section ?? this;
    for (const line of raw.trim().split('\n')) {
      const [, kind, said = ''] = remark.exec(line) ?? [];
      if (kind === 'words') place.words = said;
      if (kind === 'for') Object.assign(place, this.#readersOf(said));
      if (kind === 'help') for (const name of said.split(/\s+/)) this.help.set(name, section?.id ?? '');
    }
  }

  #readersOf(said: string): Pick<Section, 'roles' | 'pages'> {
    const names = said.split(/\s+/);
    const roles = rolesWith(names);
    if (roles.length === 0) throw this.#fault(`is for ${said}: no pages that a role opens`);
    return { roles, pages: roles.includes('everybody') ? [] : names };
  }
}

/** What is left of a piece of Markdown for a search. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(\|?[\s|:-]+\|?|\d+\.|-)(\s|$)/gm, '')
    .replace(/[*`]+|(?<=^|\s)_|_(?=\s|$)/g, '')
    .replace(/[|#]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function htmlOf(
  marked: Marked,
  language: ManualLanguage,
  tokens: readonly Token[],
  sections: readonly Section[],
  fault: (what: string) => Error,
  lineFor: (roles: readonly ManualRole[]) => string,
): string {
  let heading = 0;
  marked.use({
    renderer: {
      heading({ tokens: inside, depth }) {
        const { id = '', roles = [] } = sections[heading] ?? {};
        heading += 1;
        const line = depth > 2 ? '' : lineFor(roles);
        return `<h${depth} id="${id}">${this.parser.parseInline(inside)}</h${depth}>\n${line}`;
      },
      html: ({ raw }) => {
        if (
          raw
            .trim()
            .split('\n')
            .every((it) => remark.test(it))
        )
          return '';
        throw fault(`holds HTML: ${raw.trim()}`);
      },
      image({ href, text }) {
        const size = pictureSizes.get(`${language}/${href}`);
        if (size === undefined) throw fault(`shows ${href}, which is no picture`);
        return `<a class="picture" href="${href}"><img src="${href}" alt="${text}" ${size} loading="lazy"></a>`;
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          `<tr>${row.map((it) => `<${tag}>${this.parser.parseInline(it.tokens)}</${tag}>`).join('')}</tr>`;
        return `<table><thead>${cells(token.header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</thead><tbody>${token.rows.map((it) => cells(it, 'td')).join('')}</tbody></table>\n`;
      },
    },
  });
  return marked.parser([...tokens]);
}
