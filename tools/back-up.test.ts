import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bareEnvironment } from './demo-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tonle-back-up-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(join(folder, 'backup.json'), JSON.stringify({ format: 1, database: 'cluster' }));
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

test('so is a folder for the backup that cannot be made', () => {
  expect(refusal(['back-up', impossible], folder, ownPostgres)).toBe(
    `The folder ${impossible} cannot be made (a part of it is a file): name one in a folder that this user may write.`,
  );
});

test.each([
  ['There is no bank', {}],
  ['ECONNREFUSED', ownPostgres],
])('a folder that was there stays after a refusal: %s', (why, more) => {
  const target = join(folder, 'target');
  mkdirSync(target, { recursive: true });
  expect(refusal(['back-up', target], folder, more)).toContain(why);
  expect(existsSync(target)).toBe(true);
});
