import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { freePort } from '../db/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { type DatabaseServer, type PrepareOptions, prepareDatabase } from './bank-database.ts';
import { lockDataFolder, openDataFolder } from './data-folder.ts';
import { withDemoSecrets } from './demo-secrets.ts';
import { startSimulator } from './simulator.ts';

const folder = mkdtempSync(join(tmpdir(), 'tonle-start-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const config = (environment: Record<string, string> = {}): Config => {
  const draft = readConfig({ DATA_DIR: join(folder, 'data'), ...environment }, 'demo');
  openDataFolder(draft.dataDir);
  return withDemoSecrets(draft);
};

describe('the data folder', () => {
  test('is made, and refused in words where it cannot be', () => {
    openDataFolder(join(folder, 'a', 'b'));
    expect(existsSync(join(folder, 'a', 'b'))).toBe(true);
    writeFileSync(join(folder, 'file'), '');
    expect(() => openDataFolder(join(folder, 'file', 'x'))).toThrow(/cannot be written .* set DATA_DIR/);
    expect(() => openDataFolder('/proc/tonle')).toThrow(/cannot be written/);
  });

  test('is held by one server; a lock whose process is gone is taken over', () => {
    const unlock = lockDataFolder(folder);
    unlock();
    writeFileSync(join(folder, 'server.lock'), '999999999\n');
    lockDataFolder(folder)();
    expect(existsSync(join(folder, 'server.lock'))).toBe(false);
  });

  test('keeps the demo’s secrets, made once and readable by their owner alone', () => {
    const first = config();
    expect(config().sessionSecret).toBe(first.sessionSecret);
    expect(first.sessionSecret).not.toBe(first.keyWrapSecret);
    expect(statSync(join(first.dataDir, 'demo-secrets.json')).mode & 0o777).toBe(0o600);
  });
});

test('the simulator listens once it is given, so that the server never asks it in vain', async () => {
  const own = config();
  writeFileSync(join(own.dataDir, 'channel-keys.json'), '{}');
  const url = `http://127.0.0.1:${await freePort()}`;
  const simulator = await startSimulator({ ...own, demoTraffic: false }, url, () => {});
  try {
    expect((await fetch(`${url}/phone`)).status).toBe(200);
  } finally {
    await simulator.stop();
  }
});

describe('the database', () => {
  const prepare = async (options: Partial<PrepareOptions> & Pick<PrepareOptions, 'kind'>) => {
    const server: DatabaseServer = {
      ownerUrl: database.ownerUrl,
      servingUrl: database.url,
      stop: async () => {},
    };
    const open = await prepareDatabase(config(), server, { say: () => {}, ...options });
    await open.close();
  };
  let seeded = 0;
  const seed = async () => {
    seeded += 1;
  };
  const cut = async () => {
    throw new Error('cut short');
  };

  test('is seeded once; a seeding that was cut short begins again from nothing', async () => {
    await expect(prepare({ kind: 'demo', seed: cut })).rejects.toThrow('cut short');
    await database.owner.pool.query('CREATE TABLE half_done ()');
    await prepare({ kind: 'demo', seed });
    await prepare({ kind: 'demo', seed });
    expect(seeded).toBe(1);
    const { rows } = await database.owner.pool.query("SELECT to_regclass('half_done') AS half_done");
    expect(rows).toEqual([{ half_done: null }]);
  });

  test('of a demo bank is refused by production', async () => {
    await expect(prepare({ kind: 'production' })).rejects.toThrow('holds a demo bank');
  });

  test('of a real bank is refused by the demo, and left as it is', async () => {
    await database.owner.pool.query("UPDATE installation SET kind = 'production', seeded_at = NULL");
    await expect(prepare({ kind: 'demo', seed })).rejects.toThrow('holds a real bank');
    expect(seeded).toBe(1);
  });

  test('is refused by production where the serving role is as strong as the owner', async () => {
    await database.owner.pool.query('GRANT tonle_owner TO tonle_serving');
    await expect(prepare({ kind: 'production' }))
      .rejects.toThrow('owns nothing')
      .finally(() => database.owner.pool.query('REVOKE tonle_owner FROM tonle_serving'));
  });
});

describe('the process', () => {
  const start = (environment: Record<string, string>, what = 'demo') =>
    new Promise<{ code: number | null; output: string }>((done) => {
      const main = join(import.meta.dirname, '../main.ts');
      const child = spawn(process.execPath, [main, what], {
        env: { DATA_DIR: join(folder, 'own'), ...environment },
      });
      let output = '';
      const keep = (chunk: Buffer) => {
        output += chunk.toString();
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      child.on('close', (code) => done({ code, output: output.trim() }));
    });

  test.each([
    [
      'a database that does not answer',
      {
        DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x',
        DATABASE_OWNER_URL: 'postgres://b:secret@127.0.0.1:1/x',
        PORT: '18190',
      },
      'demo',
      /^The database at 127.0.0.1:1 does not answer: [^\n]+$/,
    ],
    [
      'a folder that is a file',
      { DATA_DIR: '/dev/null/x', PORT: '18190' },
      'demo',
      /^The data folder [^\n]+$/,
    ],
    ['production without secrets', {}, 'serve', /^SESSION_SECRET is missing: [^\n]+$/],
    ['the demo beyond this machine', { HOST: '0.0.0.0' }, 'demo', /^The demo bank's passwords [^\n]+$/],
  ])('says in one sentence: %s', async (_, environment, what, sentence) => {
    const { code, output } = await start(environment, what);
    expect(code).toBe(1);
    expect(output).toMatch(sentence);
    expect(output).not.toContain('secret@');
  });

  test('says in one sentence: a port in use', async () => {
    const busy = await new Promise<Server>((done) => {
      const server = createServer().listen(0, '127.0.0.1', () => done(server));
    });
    const address = busy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, output } = await start({ PORT: String(port) });
    busy.close();
    expect(code).toBe(1);
    expect(output).toMatch(/^Port \d+ is in use: [^\n]+$/);
  });
});
