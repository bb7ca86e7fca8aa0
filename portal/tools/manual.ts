import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';
import type { Place } from '../src/shell/manual-search.ts';
import {
  type Chapter,
  chaptersOf,
  type ManualLanguage,
  manualFolder,
  manualLanguages,
  type Section,
} from './manual-chapters.ts';
import { forLine, type ManualRole, manualRoles, roleNames } from './manual-roles.ts';
import { helpFor, screenAddresses } from './manual-screens.ts';

const words = {
  en: {
    name: 'English',
    manual: 'User manual',
    contents: 'Contents',
    chapters: 'Chapters',
    intro:
      'What do you want to do? Search, or look for your role below. Whoever has a role built from pages finds the tasks of those pages under the roles that have them.',
    search: 'Search the manual',
    nothing: 'Nothing in the manual has these words.',
    found: 'found',
    back: 'To the portal',
  },
  km: {
    name: 'ខ្មែរ',
    manual: 'សៀវភៅណែនាំ',
    contents: 'មាតិកា',
    chapters: 'ជំពូក',
    intro:
      'តើអ្នកចង់ធ្វើអ្វី? សូមស្វែងរក ឬរកមើលតាមតួនាទីរបស់អ្នកខាងក្រោម។ អ្នកដែលមានតួនាទីបង្កើតពីទំព័រ រកឃើញកិច្ចការនៃទំព័រទាំងនោះនៅក្រោមតួនាទីដែលមានទំព័រដូចគ្នា។',
    search: 'ស្វែងរកក្នុងសៀវភៅណែនាំ',
    nothing: 'ក្នុងសៀវភៅណែនាំគ្មានពាក្យទាំងនេះទេ។',
    found: 'លទ្ធផល',
    back: 'ទៅប្រព័ន្ធ',
  },
} as const satisfies Record<ManualLanguage, Record<string, string>>;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const addressOf = (language: ManualLanguage, slug: string, id = ''): string =>
  `/manual/${language}/${slug}.html${id === '' ? '' : `#${id}`}`;

const otherOf = (language: ManualLanguage): ManualLanguage => (language === 'en' ? 'km' : 'en');

type Frame = { language: ManualLanguage; slug: string; title: string; chapters: readonly Chapter[] };

/** What is found stands behind the field, so that it is the next stop of Tab; on a wide screen it takes the place of the text. */
function pageOf({ language, slug, title, chapters }: Frame, body: string): string {
  const other = otherOf(language);
  const t = words[language];
  const link = (to: string, name: string) =>
    `<a href="${addressOf(language, to)}"${to === slug ? ' aria-current="page"' : ''}>${escaped(name)}</a>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Tonle</title>
<link rel="icon" href="/tonle.svg"><link rel="stylesheet" href="/manual/manual.css">
<script src="/manual.js" type="module"></script>
</head>
<body><div class="layout">
<header><div class="brand">Tonle · ${t.manual}</div>
<div class="ways"><button type="button" popovertarget="chapters">${t.chapters}</button><a lang="${other}" hreflang="${other}" href="${addressOf(other, slug)}">${words[other].name}</a><a href="/">${t.back}</a></div>
<search><input type="search" data-words="/manual/${language}/search.json" data-nothing="${t.nothing}" data-found="${t.found}" aria-label="${t.search}" placeholder="${t.search}" autocomplete="off" spellcheck="false" maxlength="100"></search></header>
<section class="found" aria-label="${t.search}"><h1 hidden>${t.search}</h1><p role="status"></p><ol></ol></section>
<nav id="chapters" popover aria-label="${t.manual}">
${link('index', t.contents)}
${chapters.map((it) => link(it.slug, it.title)).join('\n')}
</nav>
<main>${body}</main>
</div></body>
</html>
`;
}

const chapterBody = (language: ManualLanguage, { title, roles, html }: Chapter): string =>
  `<h1>${escaped(title)}</h1>\n${forLine(language, roles)}${html}`;

/** The contents: what each role may want to do, as links. */
function contentsBody(language: ManualLanguage, chapters: readonly Chapter[]): string {
  const tasks = (it: Chapter, role: ManualRole) =>
    it.sections
      .filter(({ level, roles }) => level === 2 && roles.includes(role))
      .map(({ id, title }) => `<li><a href="${addressOf(language, it.slug, id)}">${escaped(title)}</a></li>`);
  const roles = manualRoles
    .map((role) => ({ role, own: chapters.filter((it) => it.roles.includes(role)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ role, own }) => {
      const parts = own.map(
        (it) =>
          `<div><h3><a href="${addressOf(language, it.slug)}">${escaped(it.title)}</a></h3><ul>${tasks(it, role).join('')}</ul></div>`,
      );
      return `<section><h2 id="${role}">${roleNames[language][role]}</h2><div class="tasks">${parts.join('')}</div></section>`;
    });
  return `<h1>${words[language].manual}</h1>\n<p>${words[language].intro}</p>\n${roles.join('\n')}`;
}

type Named = Pick<Section, 'title' | 'words'>;

/** What a place is called besides its title: in the other language, and by those who know another word for it. */
const alsoOf = (own: Named, other: Named | undefined): string =>
  [other?.title, own.words, other?.words].filter(Boolean).join(', ');

const forPages = ({ pages }: Pick<Section, 'pages'>): Pick<Place, 'pages'> =>
  pages.length > 0 ? { pages } : {};

/** What the search looks through: every place of the manual with its words. */
function searchOf(
  language: ManualLanguage,
  chapters: readonly Chapter[],
  others: readonly Chapter[],
): string {
  return JSON.stringify(
    chapters.flatMap((it, chapter): Place[] => [
      {
        title: it.title,
        in: '',
        also: alsoOf(it, others[chapter]),
        to: addressOf(language, it.slug),
        text: it.intro,
        ...forPages(it),
      },
      ...it.sections.map((own, section) => ({
        title: own.title,
        in: it.title,
        also: alsoOf(own, others[chapter]?.sections[section]),
        to: addressOf(language, it.slug, own.id),
        text: own.text,
        ...forPages(own),
      })),
    ]),
  );
}

/** A screen's help: an address that can be told from the screen's own, leading to the right place of the manual. */
function helpPage(language: ManualLanguage, chapter: Chapter, id: string): string {
  const to = addressOf(language, chapter.slug, id);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${to}">
<title>${escaped(chapter.title)} · Tonle</title></head><body><a href="${to}">${escaped(chapter.title)}</a></body></html>
`;
}

/** The manual's search, which the palette shares, as a script. */
const searchFile = join(import.meta.dirname, '../src/shell/manual-search.ts');
const { code: searchScript } = await transformWithOxc(readFileSync(searchFile, 'utf8'), searchFile);

const fonts = [
  'inter/files/inter-latin-wght-normal.woff2',
  'inter/files/inter-latin-ext-wght-normal.woff2',
  'noto-sans-khmer/files/noto-sans-khmer-khmer-wght-normal.woff2',
];

function commonFiles(): [string, string | Buffer][] {
  const { resolve } = createRequire(import.meta.url);
  const pictures = manualLanguages.flatMap((language) =>
    readdirSync(join(manualFolder, language))
      .filter((it) => it.endsWith('.webp'))
      .map((it): [string, Buffer] => [
        `manual/${language}/${it}`,
        readFileSync(join(manualFolder, language, it)),
      ]),
  );
  return [
    ['manual/manual.css', readFileSync(join(manualFolder, 'manual.css'), 'utf8')],
    ['manual/search.js', searchScript],
    ...fonts.map((it): [string, Buffer] => [
      `manual/${it.split('/').at(-1)}`,
      readFileSync(resolve(`@fontsource-variable/${it}`)),
    ]),
    ...pictures,
  ];
}

/** The user manual as static pages, by path below the portal's root: contents, chapters, search, and the screens' help. */
export function manualFiles(): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>(commonFiles());
  const screens = screenAddresses();
  for (const language of manualLanguages) {
    const chapters = chaptersOf(language);
    const add = (slug: string, title: string, body: string) =>
      files.set(`manual/${language}/${slug}.html`, pageOf({ language, slug, title, chapters }, body));
    add('index', words[language].manual, contentsBody(language, chapters));
    for (const it of chapters) add(it.slug, it.title, chapterBody(language, it));
    for (const address of screens) {
      const place = helpFor(chapters, address);
      if (place === undefined) throw new Error(`docs/manual/${language} helps not with ${address}`);
      const name = address.replaceAll(/[{}]/g, '');
      files.set(`manual/${language}/help${name}.html`, helpPage(language, place.chapter, place.id));
    }
    files.set(`manual/${language}/search.json`, searchOf(language, chapters, chaptersOf(otherOf(language))));
  }
  return files;
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
};

/** Vite: writes the manual beside the portal, and serves it while developing. */
export function manual(): Plugin {
  return {
    name: 'tonle-manual',
    generateBundle() {
      for (const [fileName, source] of manualFiles()) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use('/manual', (request, response, next) => {
        const path = `manual${(request.url ?? '/').replace(/[?#].*$/, '').replace(/\/$/, '/index.html')}`;
        const file = manualFiles().get(path);
        if (file === undefined) return next();
        response.setHeader('content-type', types[extname(path)] ?? 'text/plain');
        response.end(file);
      });
    },
  };
}
