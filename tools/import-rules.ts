import { posix } from 'node:path';
import type { Source } from './house-sources.ts';

/**
 * Who may import whom (architecture.md). A file belongs to one room; what a room may import is the list beside it.
 * Packages are judged only where the plan names them; elsewhere each workspace's package.json decides.
 */
type Room =
  | 'money'
  | 'contract'
  | 'ledger'
  | 'ledger proof'
  | 'ledger door'
  | 'server area'
  | 'server http'
  | 'server db'
  | 'server jobs'
  | 'server adapters'
  | 'server config'
  | 'server app'
  | 'server top'
  | 'portal area'
  | 'portal shared'
  | 'portal top'
  | 'simulator'
  | 'e2e'
  | 'bench'
  | 'proof'
  | 'tools';

interface Rule {
  /** Other rooms that may be imported; one's own is always allowed, save between areas. */
  rooms: readonly Room[];
  /** Packages and Node's own modules; absent: any that package.json lists. */
  packages?: readonly string[];
}

const SERVER: readonly Room[] = [
  'server area',
  'server http',
  'server db',
  'server jobs',
  'server adapters',
  'server config',
  'server app',
  'server top',
];
const SHARED: readonly Room[] = ['contract', 'money'];
const LEDGER_DOORS: readonly Room[] = ['ledger door', 'ledger proof'];

const RULES: Readonly<Record<Room, Rule>> = {
  money: { rooms: [], packages: [] },
  contract: { rooms: ['money'], packages: ['zod'] },
  ledger: { rooms: ['money', 'ledger door', 'ledger proof'], packages: ['node:crypto'] },
  'ledger door': { rooms: ['money', 'ledger', 'ledger proof'], packages: ['node:crypto'] },
  'ledger proof': { rooms: ['money'], packages: [] },
  'server area': {
    rooms: [
      ...SHARED,
      ...LEDGER_DOORS,
      'server db',
      'server http',
      'server adapters',
      'server jobs',
      'server config',
    ],
  },
  'server http': { rooms: [...SHARED, 'server db', 'server jobs', 'server adapters', 'server config'] },
  'server db': { rooms: [...SHARED, 'server config'] },
  'server jobs': { rooms: [...SHARED, 'server db', 'server config'] },
  'server adapters': { rooms: [...SHARED, 'server db', 'server config'] },
  'server config': { rooms: [...SHARED, 'server top'] },
  'server app': {
    rooms: [
      'server app',
      ...SHARED,
      ...LEDGER_DOORS,
      'server area',
      'server http',
      'server db',
      'server jobs',
      'server adapters',
      'server config',
    ],
  },
  'server top': { rooms: [...SHARED, ...LEDGER_DOORS, ...SERVER] },
  'portal area': { rooms: [...SHARED, 'ledger proof', 'portal shared'] },
  'portal shared': { rooms: SHARED },
  'portal top': { rooms: [...SHARED, 'portal shared', 'portal area'] },
  simulator: { rooms: SHARED },
  e2e: { rooms: [...SHARED, 'server db', 'proof', 'tools'] },
  // 'portal top' as for the tools: what the portal may weigh.
  bench: { rooms: [...SHARED, ...LEDGER_DOORS, ...SERVER, 'ledger', 'tools', 'portal top'] },
  // Proofs look at the house from outside, so they may look at all of it.
  proof: {
    rooms: [...SHARED, ...LEDGER_DOORS, ...SERVER, 'tools', 'portal area', 'portal shared', 'portal top'],
  },
  // 'portal top' for the portal's own tools, which measure what was built.
  tools: { rooms: [...SHARED, ...LEDGER_DOORS, ...SERVER, 'portal top'] },
};

/** What a test may use beyond its room: the runner, and a database of its own. */
const TEST_PACKAGES = ['vitest', 'fast-check', '@playwright/test', 'bakong-khqr'];
const TEST_DATABASE = 'server/src/db/test-database.ts';
const TEST_NAME = /(^|\/)(testing\/|[^/]+\.test\.tsx?$|test-[^/]+\.tsx?$)/;

export const isTest = (path: string): boolean => TEST_NAME.test(path);

const SERVER_FOLDERS: Readonly<Record<string, Room>> = {
  http: 'server http',
  db: 'server db',
  jobs: 'server jobs',
  adapters: 'server adapters',
};

const PROOF = 'ledger/src/proof.ts';

/** What checking a proof needs of the ledger, and so what a browser must be able to run. */
function proofFiles(sources: readonly Source[]): ReadonlySet<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const found = new Set([PROOF]);
  for (const path of found) {
    for (const specifier of byPath.get(path)?.imports ?? []) {
      const target = resolveImport(path, specifier);
      if (target?.startsWith('ledger/') === true) found.add(target);
    }
  }
  return found;
}

/** The room of a file, or undefined for one that lies in none. */
function roomOf(path: string, proof: ReadonlySet<string>): Room | undefined {
  const [first, second, third, fourth] = path.split('/');
  if (fourth === undefined && second === undefined) return 'tools';
  switch (first) {
    case 'money':
    case 'contract':
    case 'simulator':
    case 'e2e':
    case 'bench':
    case 'proof':
    case 'tools':
      return first;
    case 'ledger':
      if (path === 'ledger/src/index.ts') return 'ledger door';
      return proof.has(path) ? 'ledger proof' : 'ledger';
    case 'server':
      if (second !== 'src') return 'tools';
      if (third === 'areas') return 'server area';
      if (third === 'config.ts') return 'server config';
      // The wiring: the app, and the ledger with what areas attach to it.
      if (third === 'app.ts' || third === 'ledger.ts') return 'server app';
      return SERVER_FOLDERS[third ?? ''] ?? 'server top';
    case 'portal':
      if (second !== 'src') return 'portal top';
      if (third === 'areas') return 'portal area';
      return fourth !== undefined || third === 'paths.ts' ? 'portal shared' : 'portal top';
    default:
      return undefined;
  }
}

const areaOf = (path: string): string | undefined =>
  /^(?:server|portal)\/src\/areas\/([^/]+)\//.exec(path)?.[1];

/** The file an import leads to, or undefined for a package. */
function resolveImport(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), bare));
  const own = /^@tonle\/(money|contract|ledger|server|portal)(?:\/(.+))?$/.exec(bare);
  if (own === null) return undefined;
  const [, workspace, rest] = own;
  if (workspace === 'money') return 'money/src/money.ts';
  if (workspace === 'ledger') return rest === undefined ? 'ledger/src/index.ts' : `ledger/src/${rest}.ts`;
  return `${workspace}/src/${rest}.ts`;
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Every import that its room does not allow, in words. */
export function importViolations(sources: readonly Source[]): string[] {
  const house: House = { known: new Set(sources.map(({ path }) => path)), proof: proofFiles(sources) };
  return sources.flatMap((source) => {
    const room = roomOf(source.path, house.proof);
    if (room === undefined) return [`${source.path}: lies in no room of the house`];
    const faults = source.imports.flatMap((specifier) => judge(source.path, room, specifier, house) ?? []);
    if (source.unknownImports > 0 && !['tools', 'proof', 'portal top'].includes(room) && !isTest(source.path))
      faults.push('imports a computed name, which no rule can judge');
    return faults.map((fault) => `${source.path}: ${fault}`);
  });
}

interface House {
  readonly known: ReadonlySet<string>;
  readonly proof: ReadonlySet<string>;
}

function judge(from: string, room: Room, specifier: string, { known, proof }: House): string | undefined {
  const target = resolveImport(from, specifier);
  if (target === undefined) return judgePackage(from, room, specifier);
  if (/\.(ts|tsx|mts|mjs|js)$/.test(target) && !known.has(target))
    return `imports ${specifier}, which does not exist`;
  if (isTest(target) && !isTest(from) && !['tools', 'e2e', 'bench', 'proof'].includes(room)) {
    return `imports ${specifier}, which is there for tests`;
  }
  if (
    isTest(from) &&
    (target === TEST_DATABASE || (from.startsWith('server/') && target.startsWith('server/')))
  ) {
    return undefined;
  }
  if (from.startsWith('portal/') && target.startsWith('ledger/') && target !== PROOF) {
    return `may not import ${specifier} (of the ledger, the portal uses proof.ts)`;
  }
  const to = roomOf(target, proof);
  if (to === room) return judgeAreas(from, target, specifier);
  if (to !== undefined && RULES[room].rooms.includes(to)) return undefined;
  return `may not import ${specifier} (${room} does not import ${to ?? 'what lies outside the house'})`;
}

function judgePackage(from: string, room: Room, specifier: string): string | undefined {
  const allowed = RULES[room].packages;
  if (allowed === undefined || allowed.includes(packageOf(specifier))) return undefined;
  if (isTest(from) && (specifier.startsWith('node:') || TEST_PACKAGES.includes(packageOf(specifier))))
    return undefined;
  return `may not import ${specifier} (${room} uses ${allowed.length === 0 ? 'no package' : allowed.join(', ')})`;
}

/** Areas see each other only through `.public.ts` and `.public.tsx`. */
function judgeAreas(from: string, target: string, specifier: string): string | undefined {
  const [own, other] = [areaOf(from), areaOf(target)];
  if (own === other || /\.public\.tsx?$/.test(target)) return undefined;
  return `may not import ${specifier} (another area is entered by its .public file)`;
}
