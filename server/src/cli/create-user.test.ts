import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { createUserCommand } from './create-user.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const { config, database } = server;
  const code = await createUserCommand.run(args, { config, database, say: (line) => lines.push(line) });
  return { code, lines };
}
const person = ['--first-name', 'Sokha', '--last-name', 'ចាន់', '--email', 'sokha@bank.example'];

test('an access manager is made, whose one-time password lets them choose one and nothing else', async () => {
  const { code, lines } = await run('--login', ' Sokha ', ...person);
  const password = lines[1] ?? '';
  expect([code, password]).toEqual([0, expect.stringMatching(/^([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}$/)]);

  const signedIn = await server.signIn('sokha', password);
  expect([signedIn.status, signedIn.body]).toMatchObject([403, { status: { errorCode: 97 } }]);
  const token = signedIn.body.data?.id_token ?? '';
  expect((await server.withToken(token).get('/api/users')).status).toBe(403);
  const change = { currentPassword: password, newPassword: 'river-Tonle-2026' };
  expect((await server.withToken(token).post('/api/account/change-password', change)).status).toBe(200);
  const again = await server.signIn('sokha', 'river-Tonle-2026');
  const users = await server.withToken(again.body.data?.id_token ?? '').get('/api/users');
  expect(users.status).toBe(200);

  const { rows } = await server.database.owner.pool.query(
    "SELECT full_name, new_values FROM audit_log WHERE activity = 'CONSOLE_USER_CREATED' AND subject = 'sokha'",
  );
  expect(rows).toEqual([
    {
      full_name: 'Command line',
      new_values: {
        login: 'sokha',
        firstName: 'Sokha',
        lastName: 'ចាន់',
        email: 'sokha@bank.example',
        authorities: ['ROLE_ACCESS_MANAGER'],
        roles: [],
      },
    },
  ]);
  expect(await run('--login', 'SOKHA', ...person)).toEqual({
    code: 1,
    lines: ['There is a user sokha already.'],
  });
});

test.each([
  [[], 'create-user --login'],
  [['--what'], 'create-user --login'],
  [['--login', 'x'], "firstName: Please enter user's first name"],
  [['--login', 'x y', ...person], 'login: A login is made of'],
  [['--login', 'x', ...person.slice(0, 4), '--email', 'x'], 'email: Incorrect email. Please provide'],
])('%j says how it is used', async (args, expected) => {
  const { code, lines } = await run(...args);
  expect([code, lines[0]]).toEqual([2, expect.stringContaining(expected)]);
});
