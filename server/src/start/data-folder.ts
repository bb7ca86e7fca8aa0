import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefused } from './start-refused.ts';

/** Makes the data folder and proves that it can be written, and is whole. */
export function openDataFolder(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartRefused(
      `The data folder ${dataDir} cannot be written (${folderFault(error)}): make it writable, or set DATA_DIR to a folder that is.`,
    );
  }
  refuseHalfRestored(dataDir);
}

/**
 * Others may pass through (PostgreSQL's account has its cluster here) but not look around. One folder at a time: Node's
 * own recursive mkdir never ends where a parent exists that takes no folders, such as /proc. Answers the first that it made.
 */
export function makeFolder(folder: string, mode = 0o711): string | undefined {
  if (existsSync(folder)) return undefined;
  const first = makeFolder(dirname(folder), mode);
  mkdirSync(folder, { mode });
  return first ?? folder;
}

/** In a data folder that a restore has begun to fill, for as long as it is not whole. */
export const RESTORING = 'restore-unfinished';

export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORING))) return;
  throw new StartRefused(
    `The data folder ${dataDir} holds a bank that is being restored, or whose restore was broken off: wait, or restore it into a new folder.`,
  );
}

/** Why a folder could not be made or written, in words. */
export function folderFault(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'read-only file system',
    ENOSPC: 'no space left',
    ENOENT: 'no folder can be made there',
    ENOTDIR: 'a part of it is a file',
    EEXIST: 'it is a file',
  };
  return words[code ?? ''] ?? (error instanceof Error ? error.message : String(error));
}

/**
 * Keeps a second server from the same embedded database. The lock names a process; one whose process is gone, as
 * after a power cut, is taken over.
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = join(dataDir, 'server.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(file, 'utf8'));
      if (isTonle(holder)) {
        throw new StartRefused(
          `Another Tonle (process ${holder}) is using ${dataDir}: stop it first, or set DATA_DIR and PORT for a second bank.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new StartRefused(`The data folder ${dataDir} is being started by another Tonle at this moment.`);
}

/** The process that has this data folder's embedded database open, if one is alive. */
export function lockHolder(dataDir: string): number | undefined {
  const file = join(dataDir, 'server.lock');
  if (!existsSync(file)) return undefined;
  const holder = Number(readFileSync(file, 'utf8'));
  return isTonle(holder) ? holder : undefined;
}

function isTonle(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return /main\.ts|tonle\.ts|back-up\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return !existsSync('/proc/self');
  }
}
