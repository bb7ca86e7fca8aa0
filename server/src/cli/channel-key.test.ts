import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBank, type TestBank } from '../test-bank.ts';
import { channelKeyCommand } from './channel-key.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.close());

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const { config, database } = bank;
  const code = await channelKeyCommand.run(args, { config, database, say: (line) => lines.push(line) });
  return { code, lines };
}

test('a key is made, shown once, listed without its secret, and revoked', async () => {
  const added = await run('add', '--app', 'mobile-app', '--scopes', 'read,pay', '--types', 'MOBILE');
  const apiKey = added.lines[1] ?? '';
  expect([added.code, apiKey]).toEqual([0, expect.stringMatching(/^tck_[0-9a-z]{12}_[A-Za-z0-9_-]{43}$/)]);
  const headers = { 'x-api-key': apiKey };
  expect((await bank.anyone.get('/channel/v1/accounts/a_b@chkt', headers)).status).toBe(200);
  expect((await bank.anyone.get('/channel/v1/accounts/shop@chkt', headers)).status).toBe(404);
  expect((await bank.anyone.get('/channel/v1/accounts/a_b@chkt/kyc', headers)).status).toBe(403);

  const keyId = apiKey.split('_')[1] ?? '';
  const listed = (await run('list')).lines.join('\n');
  expect(listed).toMatch(new RegExp(`^${keyId}  mobile-app  read,pay  MOBILE  made .*  in use$`));
  expect(listed).not.toContain(apiKey.split('_').slice(2).join('_'));

  expect(await run('revoke', keyId)).toEqual({
    code: 0,
    lines: [`The key ${keyId} of mobile-app is revoked.`],
  });
  expect((await bank.anyone.get('/channel/v1/accounts/a_b@chkt', headers)).status).toBe(401);
  expect((await run('revoke', keyId)).code).toBe(1);
  expect((await run('list')).lines[0]).toContain('revoked');
  const { rows } = await bank.database.owner.pool.query(
    "SELECT activity, full_name FROM audit_log WHERE subject = 'mobile-app' ORDER BY id",
  );
  expect(rows).toEqual([
    { activity: 'CHANNEL_KEY_CREATED', full_name: 'Command line' },
    { activity: 'CHANNEL_KEY_REVOKED', full_name: 'Command line' },
  ]);
});

test.each([
  [[], 'channel-key add'],
  [['add'], '--app names'],
  [['add', '--app', 'No App'], '--app names'],
  [['add', '--app', 'a', '--scopes', 'all'], '--scopes are'],
  [['add', '--app', 'a', '--types', 'mobile'], '--types are'],
  [['add', '--what'], 'channel-key add'],
  [['revoke'], 'channel-key add'],
])('%j says how it is used', async (args, expected) => {
  const { code, lines } = await run(...args);
  expect([code, lines[0]]).toEqual([2, expect.stringContaining(expected)]);
});
