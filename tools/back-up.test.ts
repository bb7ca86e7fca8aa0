import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDataFolder } from '../server/src/start/data-folder.ts';
import { bareEnvironment } from './demo-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tonle-back-up-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(join(folder, 'backup.json'), JSON.stringify({ format: 1, database: 'cluster' }));
const noBank = join(folder, 'no-bank');
mkdirSync(noBank);
/** No user, root neither, makes a folder in a file. */
const impossible = join(folder, 'backup.json', 'x');

const ownPostgres = {
  DATABASE_URL: 'postgres://serving@127.0.0.1:1/b',
  DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1:1/b',
};

function refusal(args: readonly string[], dataDir: string, more: NodeJS.ProcessEnv = {}): string {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'back-up.ts'), ...args], {
    env: { ...bareEnvironment(), DATA_DIR: dataDir, ...more },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  return stderr.trim();
}

test('a data folder that cannot be made is told in one line', () => {
  expect(refusal(['restore', folder], impossible)).toBe(
    `The data folder ${impossible} cannot be written (a part of it is a file): make it writable, or set DATA_DIR to a folder that is.`,
  );
});

test.each([
  ['a part of it is a file', impossible],
  ['no folder can be made there', '/proc/tonle/backup'],
])('so is a folder for the backup that cannot be made: %s', (why, target) => {
  expect(refusal(['back-up', target], bankFolder('impossible'))).toBe(
    `The folder ${target} cannot be made or written (${why}): name one that this user may write.`,
  );
});

test('a restore that fails says how to begin again, and nobody takes what it leaves for a bank', () => {
  const half = join(folder, 'half');
  const environment = { PATH: programs('restoring', 'echo no space >&2; echo no space >&2; exit 1') };
  expect(refusal(['restore', folder], half, environment)).toBe(
    `cp failed: no space: what is in ${half} is no whole bank. Begin again with a new DATA_DIR.`,
  );
  const refused = `The data folder ${half} holds a bank that is being restored, or whose restore was broken off: wait, or restore it into a new folder.`;
  expect(refusal(['back-up', join(folder, 'of-half')], half)).toBe(refused);
  expect(() => openDataFolder(half)).toThrow(refused);
});

test.each([
  ['There is no bank', {}],
  ['The database of DATABASE_OWNER_URL does not answer: connect ECONNREFUSED', ownPostgres],
])('a folder that was there stays after a refusal: %s', (why, more) => {
  const target = join(folder, 'target');
  mkdirSync(target, { recursive: true });
  expect(refusal(['back-up', target], noBank, more)).toContain(why);
  expect(existsSync(target)).toBe(true);
});

test.each<[string, string, string]>([
  ['a command that there is none', 'back-it-up', join(folder, 'new')],
  ['a file', 'back-up', join(folder, 'backup.json')],
  ['a folder that is not empty', 'back-up', folder],
])('%s is refused in one line', (_, command, target) => {
  expect(refusal([command, target], noBank, ownPostgres)).toMatch(/^[^\n]+\.$/);
});

test('a folder in what is backed up is refused before anything is copied', () => {
  const bank = bankFolder('own');
  const target = join(bank, 'above', 'backup');
  expect(refusal(['back-up', target], bank)).toBe(
    `The folder ${target} lies in what is backed up: name one elsewhere.`,
  );
  expect(readdirSync(bank)).toEqual(['postgres']);
});

test('a bank that was killed is refused before anything is made', () => {
  const bank = bankFolder('killed');
  writeFileSync(join(bank, 'postgres', 'postmaster.pid'), '1');
  const target = join(folder, 'of-killed');
  expect(refusal(['back-up', target], bank)).toBe(
    'The database was not shut down: start the bank once and stop it.',
  );
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(bank)).toEqual(['postgres']);
});

test('a backup that fails takes away what it made, and nothing else', () => {
  const target = join(folder, 'mine');
  mkdirSync(target);
  const cp = `echo half > "$3"; echo mine > '${target}/NOTES.txt'; echo WARNING: beware >&2; echo cp: error: no space >&2; exit 1`;
  expect(refusal(['back-up', target], bankFolder('failing'), { PATH: programs('failing', cp) })).toBe(
    'cp failed: cp: error: no space: nothing of this backup is left.',
  );
  expect(readdirSync(target)).toEqual(['NOTES.txt']);
});

test('heads of the audit log are copied before the database that they speak of, keys after it', () => {
  const bank = bankFolder('ordered');
  for (const name of ['keys', 'audit-heads']) mkdirSync(join(bank, name));
  writeFileSync(join(bank, 'postgres-passwords.json'), '{}');
  const order = join(folder, 'order');
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'back-up.ts'), 'back-up', join(folder, 'ordered')],
    {
      env: {
        ...bareEnvironment(),
        DATA_DIR: bank,
        PATH: programs('ordered', `echo "\${2##*/}" >> '${order}'; exec /bin/cp "$@"`),
      },
    },
  );
  expect(status).toBe(0);
  expect(readFileSync(order, 'utf8').trim().split('\n')).toEqual([
    'audit-heads',
    'postgres',
    'postgres-passwords.json',
    'keys',
  ]);
});

test('what a serving bank takes away while it is copied is no failure; what cannot be read is', () => {
  const bank = bankFolder('serving');
  mkdirSync(join(bank, 'reports'));
  writeFileSync(join(bank, 'reports', 'kept'), 'kept');
  writeFileSync(join(bank, 'postgres-passwords.json'), '{}');
  const saying = (fault: string) =>
    `/bin/cp "$@"; case "$2" in */reports) echo "cp: cannot stat '$2/1.part': ${fault}" >&2; exit 1;; esac`;
  const target = join(folder, 'served');
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'back-up.ts'), 'back-up', target],
    {
      env: {
        ...bareEnvironment(),
        DATA_DIR: bank,
        PATH: programs('vanishing', saying('No such file or directory')),
      },
    },
  );
  expect(status).toBe(0);
  expect(readdirSync(target).sort()).toEqual(['backup.json', 'files', 'postgres', 'postgres-passwords.json']);
  expect(readFileSync(join(target, 'files', 'reports', 'kept'), 'utf8')).toBe('kept');
  expect(
    refusal(['back-up', join(folder, 'unread')], bank, {
      PATH: programs('unreadable', saying('Permission denied')),
    }),
  ).toMatch(/^cp failed: cp: cannot stat '.*': Permission denied: nothing of this backup is left\.$/);
});

test('of the folders that it made for itself none is left', () => {
  const environment = { PATH: programs('vain', 'exit 1') };
  refusal(['back-up', join(folder, 'one', 'two', 'three')], bankFolder('vain'), environment);
  expect(existsSync(join(folder, 'one'))).toBe(false);
});

test('a second backup into a folder waits for the first, which goes away when it is stopped', async () => {
  const [bank, other] = [bankFolder('stopped'), bankFolder('other')];
  const target = join(folder, 'stopped-target');
  const marker = join(folder, 'copying');
  mkdirSync(marker);
  const watcher = watch(marker);
  const begun = once(watcher, 'change');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'back-up.ts'), 'back-up', target], {
    env: {
      ...bareEnvironment(),
      DATA_DIR: bank,
      PATH: programs('slow', `echo half > "$3"; echo > '${marker}/it'; exec sleep 600`),
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  await begun;
  watcher.close();
  expect(refusal(['back-up', target], other)).toContain(
    'holds a backup that is being made, or was broken off',
  );
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toBe('Stopped: nothing of this backup is left.\n');
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(bank)).toEqual(['postgres']);
});

/** A data folder with a database that stands still. */
function bankFolder(name: string): string {
  const bank = join(folder, `bank-${name}`);
  mkdirSync(join(bank, 'postgres'), { recursive: true });
  return bank;
}

/** A PATH with a `cp` that does as the script says. */
function programs(name: string, cp: string): string {
  const bin = join(folder, `bin-${name}`);
  mkdirSync(bin);
  writeFileSync(join(bin, 'cp'), `#!/bin/sh\n${cp}\n`, { mode: 0o755 });
  return `${bin}:${process.env.PATH}`;
}
