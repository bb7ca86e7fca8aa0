import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { setUpBankCommand } from './set-up-bank.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const { config, database } = server;
  const code = await setUpBankCommand.run(args, { config, database, say: (line) => lines.push(line) });
  return { code, lines };
}
const bank = ['--code', 'SVAYKHPPXXX', '--name', 'Svay Bank', '--domain', 'svay', '--registration', 'SMS'];

test.each([
  [[], 'set-up-bank --code'],
  [['--what'], 'set-up-bank --code'],
  [['--code', 'svay'], '--code: 4 to 12 capital letters'],
  [[...bank.slice(0, 4), '--domain', 'svay@bank', '--registration', 'SMS'], '--domain: 1 to 9 small letters'],
  [[...bank.slice(0, 7), 'PIGEON'], '--registration: SMS or EMAIL'],
])('%j says how it is used', async (args, expected) => {
  const { code, lines } = await run(...args);
  expect([code, lines[0]]).toEqual([2, expect.stringContaining(expected)]);
});

test('a bank is set up once, and its keyholders open its main account', async () => {
  expect(await run(...bank)).toEqual({
    code: 0,
    lines: ['Svay Bank is set up. Its main account will be svaykhppxxx@svay, opened by its keyholders.'],
  });
  const { rows } = await server.database.owner.pool.query(
    "SELECT full_name, subject FROM audit_log WHERE activity = 'BANK_SET_UP'",
  );
  expect(rows).toEqual([{ full_name: 'Command line', subject: 'SVAYKHPPXXX' }]);
  const manager = await server.as('manager');
  expect((await manager.get('/tps/api/properties/self-info')).body).toMatchObject({
    bin: 'Svay Bank',
    participantCode: 'SVAYKHPPXXX',
    accountId: 'svaykhppxxx@svay',
  });
  for (const login of ['keyholder1', 'keyholder2', 'keyholder3']) {
    const keyholder = await server.as(login);
    const given = await keyholder.post('/tps/api/keyholders/secrets', { secret: `Svay-River-2026-${login}` });
    expect(given.status).toBe(200);
  }
  const created = await (await server.as('keyholder1')).post('/tps/api/keyholders/account');
  expect(created.status).toBe(200);
  expect((await manager.get('/tps/api/balance-inquiry/fast-core/SVAYKHPPXXX')).status).toBe(200);
  expect(await run(...bank)).toEqual({
    code: 1,
    lines: ['This installation serves a bank already, or another bank has this code or domain.'],
  });
});
