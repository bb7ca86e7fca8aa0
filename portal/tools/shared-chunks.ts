import type { Plugin } from 'vite';

/** What is asked of the module graph. */
type Module = { code?: string | null; importedIds: readonly string[] };
type GetModule = (id: string) => Module | null;

const framework =
  /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store)|@lingui\/core)\//;
/** A package's one module that passes on what its others export. */
const passesOn =
  /\/node_modules\/(@mantine\/(core|hooks)\/esm\/index|@tabler\/icons-react\/dist\/esm\/tabler-icons-react)\.mjs$/;

const oneOf = (paths: string) => {
  const pattern = new RegExp(`/portal/src/(${paths})$`);
  return (id: string) => pattern.test(id);
};
const isStart = oneOf('main\\.tsx');
const isSignIn = oneOf('areas/sign-in/login-page\\.tsx');
const isForgotten = oneOf('areas/sign-in/forgot-password-page\\.tsx');
const isPlain = oneOf('shell/(lost|fault)-page\\.tsx');
const isShell = oneOf('shell/shell\\.tsx');
const isTable = oneOf('table/data-table\\.tsx');
const isMessages = oneOf('i18n/use-message-text\\.ts');
const isPage = oneOf('(areas/.+|shell/[^/]+)-page\\.tsx');

const kebab = (name: string): string => name.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`);

/** Of the modules that a package's index passes on, those whose names the code imports; all where one is not found. */
function taken(passed: readonly string[], code: string, packageName: string): readonly string[] {
  const byName = new Map(passed.map((id) => [id.slice(id.lastIndexOf('/') + 1).replace(/\.m?js$/, ''), id]));
  const found: string[] = [];
  for (const [, names = '', from] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
    if (from !== packageName) continue;
    for (const name of names.split(',').map((it) => it.trim().split(/\s/)[0] ?? '')) {
      const id = byName.get(name) ?? byName.get(kebab(name));
      if (id !== undefined) found.push(id);
      else if (name !== '') return passed;
    }
  }
  return found;
}

/** Every module that comes along when one of `roots` is loaded. */
function reachOf(roots: readonly string[], getModule: GetModule): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string) => {
    const module = seen.has(id) ? null : getModule(id);
    if (!module) return;
    seen.add(id);
    for (const imported of module.importedIds) {
      const packageName = passesOn.test(imported) && /node_modules\/(@[^/]+\/[^/]+)/.exec(imported)?.[1];
      if (!packageName) visit(imported);
      else taken(getModule(imported)?.importedIds ?? [], module.code ?? '', packageName).forEach(visit);
    }
  };
  roots.forEach(visit);
  return seen;
}

const names = ['base', 'start', 'sign-in', 'plain', 'calls', 'inside', 'messages', 'pages', 'lists'] as const;
type Name = (typeof names)[number];

/**
 * Says which shared file a module lies in, if in any: the first in the order of `names` that wants it. Whatever a file's
 * module imports lies in the same file or an earlier one, so that nothing is loaded before it is needed.
 */
export function nameSharedChunks(
  ids: readonly string[],
  getModule: GetModule,
): (id: string) => Name | undefined {
  const from = (is: (id: string) => boolean) => reachOf(ids.filter(is), getModule);
  const pages = ids.filter(isPage).map((id) => reachOf([id], getModule));
  const lists = pages.filter((it) => [...it].some(isTable));
  const others = pages.filter((it) => !lists.includes(it));
  const shell = from(isShell);
  const inLists = (id: string) => lists.filter((it) => it.has(id)).length * 2 >= lists.length;
  const isShared = (id: string) => shell.has(id) || inLists(id);
  const start = from(isStart);
  const signIn = from(isSignIn);
  const plain = from(isPlain);
  const forgotten = from(isForgotten);
  const holds: Record<Name, (id: string) => boolean> = {
    base: (id) => framework.test(id),
    start: (id) => start.has(id),
    'sign-in': (id) => signIn.has(id) && isShared(id),
    plain: (id) => plain.has(id) && isShared(id),
    calls: (id) => forgotten.has(id) && isShared(id),
    inside: (id) => shell.has(id) && !isShell(id),
    // A file of its own, so that bundle-sizes.ts sees who will ask for the contract's texts.
    messages: isMessages,
    pages: (id) => inLists(id) && others.some((it) => it.has(id)),
    lists: inLists,
  };
  return (id) => names.find((name) => holds[name](id));
}

/**
 * Puts what many pages share into a few files, by when it is needed. One file for each set of pages that share
 * something, as bundlers do, was a hundred for the first list, each its own request and compressed apart
 * (docs/decisions/098).
 */
export function sharedChunks(): Plugin {
  const ids: string[] = [];
  let nameOf: ((id: string) => Name | undefined) | undefined;
  return {
    name: 'tonle-shared-chunks',
    apply: 'build',
    config: () => {
      const groups = names.map((name, index) => ({
        debugName: name,
        priority: names.length - index,
        name: (id: string, graph: { getModuleInfo: GetModule }) => {
          nameOf ??= nameSharedChunks(ids, (it) => graph.getModuleInfo(it));
          return nameOf(id) === name ? name : null;
        },
      }));
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
    moduleParsed: ({ id }) => {
      ids.push(id);
    },
  };
}
