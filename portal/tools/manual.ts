import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../../docs/manual');
const languages = {
  en: { name: 'English', manual: 'User manual' },
  km: { name: 'ខ្មែរ', manual: 'មគ្គុទ្ទេសក៍អ្នកប្រើ' },
} as const;
type Language = keyof typeof languages;

type Chapter = { slug: string; title: string; html: string };

function chaptersOf(language: Language): Chapter[] {
  const files = readdirSync(join(source, language))
    .filter((it) => it.endsWith('.md'))
    .sort();
  return files.map((file) => {
    const markdown = readFileSync(join(source, language, file), 'utf8');
    const title = /^# (.+)$/m.exec(markdown)?.[1];
    if (title === undefined) throw new Error(`docs/manual/${language}/${file} has no title`);
    return {
      slug: file.replace(/^\d+-/, '').replace(/\.md$/, ''),
      title,
      html: marked.parse(markdown, { async: false }),
    };
  });
}

function pageOf(language: Language, chapter: Chapter, chapters: readonly Chapter[]): string {
  const other: Language = language === 'en' ? 'km' : 'en';
  const link = (it: Chapter) =>
    `<a href="/manual/${language}/${it.slug}.html"${it === chapter ? ' aria-current="page"' : ''}>${it.title}</a>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${chapter.title} · Tonle</title>
<link rel="icon" href="/tonle.svg"><link rel="stylesheet" href="/manual/manual.css">
</head>
<body><div class="layout">
<nav aria-label="${languages[language].manual}"><div class="brand">Tonle · ${languages[language].manual}</div>
${chapters.map(link).join('\n')}
<div class="language"><a lang="${other}" hreflang="${other}" href="/manual/${other}/${chapter.slug}.html">${languages[other].name}</a></div></nav>
<main>${chapter.html}</main>
</div></body>
</html>
`;
}

/** The user manual as static pages, by path below the portal's root. Each language has its chapters; the first is its index. */
export function manualFiles(): Map<string, string> {
  const files = new Map([['manual/manual.css', readFileSync(join(source, 'manual.css'), 'utf8')]]);
  for (const language of Object.keys(languages) as Language[]) {
    const chapters = chaptersOf(language);
    for (const chapter of chapters)
      files.set(`manual/${language}/${chapter.slug}.html`, pageOf(language, chapter, chapters));
    const first = chapters[0];
    if (first === undefined) throw new Error(`docs/manual/${language} is empty`);
    files.set(`manual/${language}/index.html`, pageOf(language, first, chapters));
  }
  return files;
}

/** Vite: writes the manual beside the portal, and serves it while developing. */
export function manual(): Plugin {
  return {
    name: 'tonle-manual',
    generateBundle() {
      for (const [fileName, text] of manualFiles()) this.emitFile({ type: 'asset', fileName, source: text });
    },
    configureServer(server) {
      server.middlewares.use('/manual', (request, response, next) => {
        const path = `manual${(request.url ?? '/').replace(/[?#].*$/, '').replace(/\/$/, '/index.html')}`;
        const text = manualFiles().get(path);
        if (text === undefined) return next();
        response.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8');
        response.end(text);
      });
    },
  };
}
