import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Budgets, in kB of brotli: the sign-in page, the first transaction list in all, each page's own. */
export const budgets = { signInJs: 130, signInCss: 25, firstListJs: 220, pageJs: 60 } as const;

type ManifestEntry = {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
};
type Manifest = Record<string, ManifestEntry>;

/** What a page loads: all of it, and what it adds to the shell. */
export type PageSize = { page: string; jsKb: number; cssKb: number; ownJsKb: number };

const shellModule = 'src/shell/shell.tsx';
/** What the shell fetches by itself as soon as it stands. */
const askedForAtOnce = ['src/events/event-stream.ts', 'src/api/rights.ts', '../contract/src/preferences.ts'];
/** Pages that stand without the shell. */
const publicPage =
  /^src\/areas\/sign-in\/(login|forgot-password)-page\.tsx$|^src\/shell\/(lost|fault)-page\.tsx$/;
/** What somebody may see first behind the sign-in: the transaction lists. */
const firstList = /\/(incoming|outgoing|history)[\w-]*-page\.tsx$/;
/** See shared-chunks.ts. */
const messagesFile = /\/messages-[\w-]+\.js$/;
const routesFile = new URL('../src/routes.tsx', import.meta.url);
const pageModule = /^src\/(areas\/.+|shell\/[^/]+)-page\.tsx$/;

/** Every file that a module brings with it at once: its own chunk, and those it imports statically. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const entry = manifest[name];
    if (!entry) throw new Error(`The build has no file of ${name}`);
    if (seen.has(name)) return;
    seen.add(name);
    files.add(entry.file);
    for (const css of entry.css ?? []) files.add(css);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  return files;
}

async function compressedSizes(dist: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const names = await readdir(dist, { recursive: true });
  for (const name of names.filter((it) => /\.(js|css)$/.test(it))) {
    const ready = names.includes(`${name}.br`);
    const bytes = await readFile(join(dist, ready ? `${name}.br` : name));
    sizes.set(name, ready ? bytes.length : brotliCompressSync(bytes, { params }).length);
  }
  return sizes;
}

const entryOf = (manifest: Manifest): string => {
  const found = Object.entries(manifest).find(([, it]) => it.isEntry);
  if (!found) throw new Error('The manifest names no entry');
  return found[0];
};

/** The catalogues that routes.tsx loads beside each page, without the language's ending. */
export function textsByPage(routes: string): Map<string, Set<string>> {
  const catalogues = new Map<string, string>();
  for (const [, name = '', path = ''] of routes.matchAll(
    /import \{ (\w+Texts) \} from '\.\/([^']+)-texts\.ts'/g,
  ))
    catalogues.set(name, `src/${path}`);
  const shared = new Map<string, string>();
  for (const [, name = '', path = ''] of routes.matchAll(
    /const (\w+) = async [^;]+?import\('\.\/([^']+)'\)/g,
  ))
    shared.set(name, path);
  const found = new Map<string, Set<string>>();
  for (const screen of routes.split(/^ {2}\{/m).slice(1)) {
    const path =
      /import\('\.\/([^']+)'\)/.exec(screen)?.[1] ??
      shared.get(/load: \(\) => (\w+)\(/.exec(screen)?.[1] ?? '');
    if (!path?.endsWith('-page.tsx')) continue;
    const texts = found.get(`src/${path}`) ?? new Set();
    for (const [name] of (/texts: \[([^\]]*)\]/.exec(screen)?.[1] ?? '').matchAll(/\w+/g)) {
      const catalogue = catalogues.get(name);
      if (catalogue === undefined) throw new Error(`routes.tsx imports no ${name}`);
      texts.add(catalogue);
    }
    found.set(`src/${path}`, texts);
  }
  return found;
}

/** Measures what each page loads in the first instance, by Vite's manifest, for the larger of the two languages. */
export async function measurePages(dist: string): Promise<PageSize[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  const sizes = await compressedSizes(dist);
  const total = (files: Iterable<string>, ending: string) =>
    [...files].filter((it) => it.endsWith(ending)).reduce((sum, it) => sum + (sizes.get(it) ?? 0), 0) / 1000;
  const entry = entryOf(manifest);
  const texts = textsByPage(await readFile(routesFile, 'utf8'));
  return Object.keys(manifest)
    .filter((it) => pageModule.test(it))
    .map((page) => {
      const measured = (['en', 'km'] as const).map((language) => {
        const named = (it: string) => (/\.tsx?$/.test(it) ? it : `${it}.${language}.ts`);
        const shell = publicPage.test(page) ? [] : [shellModule, 'src/i18n/inside', ...askedForAtOnce];
        const frame = [entry, ...['src/i18n/shell', ...shell].map(named)];
        const before = filesOf(manifest, frame);
        const all = filesOf(manifest, [...frame, page, ...[...(texts.get(page) ?? [])].map(named)]);
        // Whoever has a form asks for the contract's texts at once; others with their first refusal.
        if ([...all].some((it) => messagesFile.test(it)))
          for (const it of filesOf(manifest, [named('src/i18n/contract')])) all.add(it);
        const own = [...all].filter((it) => !before.has(it));
        return { page, jsKb: total(all, '.js'), cssKb: total(all, '.css'), ownJsKb: total(own, '.js') };
      });
      return measured.reduce((a, b) => (b.jsKb > a.jsKb ? b : a));
    })
    .sort((a, b) => a.page.localeCompare(b.page));
}

const isSignIn = (it: PageSize) => it.page.endsWith('/login-page.tsx');

/** Says which page is over its budget; nothing where all are within. */
export function overBudget(pages: readonly PageSize[]): string[] {
  const faults: string[] = [];
  const check = (page: string, what: string, kb: number, max: number) => {
    if (kb > max) faults.push(`${page}: ${kb.toFixed(1)} kB of ${what}, at most ${max}`);
  };
  for (const it of pages) {
    if (isSignIn(it)) {
      check(it.page, 'JavaScript', it.jsKb, budgets.signInJs);
      check(it.page, 'CSS', it.cssKb, budgets.signInCss);
    } else if (firstList.test(it.page)) {
      check(it.page, 'JavaScript in all', it.jsKb, budgets.firstListJs);
    } else {
      check(it.page, 'JavaScript of its own', it.ownJsKb, budgets.pageJs);
    }
  }
  return faults;
}

export function formatSizes(pages: readonly PageSize[]): string {
  const lines = pages.map(
    (it) =>
      `${it.page.padEnd(58)} ${it.jsKb.toFixed(1).padStart(6)} kB JS in all, ${it.ownJsKb.toFixed(1).padStart(5)} its own, ${it.cssKb.toFixed(1).padStart(5)} kB CSS`,
  );
  return ['What each page loads, brotli-compressed:', ...lines].join('\n');
}
