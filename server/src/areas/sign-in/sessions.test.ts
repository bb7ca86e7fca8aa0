import type { RefusalBody } from '@tonle/contract/refusal';
import type { OwnSession } from '@tonle/contract/sign-in';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { forgetSessions } from './sessions.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const sql = (text: string, values: unknown[] = []) => server.database.owner.pool.query(text, values);
beforeEach(() => sql('DELETE FROM session'));

const tokenOf = async (login = 'manager', userAgent = 'Firefox') => {
  const answer = await server.anyone.post<{ data: { id_token: string } }>(
    '/api/v2/authenticate',
    { username: login, password: 'Tonle-test-2026' },
    { 'user-agent': userAgent },
  );
  return answer.body.data.id_token;
};
const sessionsOf = async (token: string) =>
  (await server.withToken(token).get<OwnSession[]>('/api/account/sessions')).body;
const statusOf = async (token: string, login = 'manager') =>
  (await server.withToken(token).get(`/api/user-infos/login/${login}`)).status;
const remove = (token: string, path: string) =>
  server.withToken(token).send<RefusalBody>({ method: 'DELETE', path });

it('lists one’s own, open, with where they came from; none of another’s', async () => {
  const [mine, old] = [await tokenOf('manager', 'Firefox'), await tokenOf('manager', 'Old browser')];
  await tokenOf('auditor');
  await server.withToken(old).post('/api/logout');
  const idle = await tokenOf('manager', 'Idle browser');
  await sql(`UPDATE session SET last_seen = now() - interval '2 hours' WHERE user_agent = 'Idle browser'`);
  expect(await statusOf(idle)).toBe(401);
  const sessions = await sessionsOf(mine);
  expect(sessions).toMatchObject([{ isCurrent: true, userAgent: 'Firefox', address: '127.0.0.1' }]);
  // The id that is shown is none that a token could be made with.
  const { rows } = await sql('SELECT id FROM session');
  expect(rows.map((it) => it.id)).not.toContain(sessions[0]?.id);
});

it('ends one of them at once, and only one’s own', async () => {
  const [mine, other, foreign] = [await tokenOf(), await tokenOf(), await tokenOf('auditor')];
  const target = (await sessionsOf(mine)).find((it) => !it.isCurrent)?.id ?? '';
  expect((await remove(foreign, `/api/account/sessions/${target}`)).status).toBe(404);
  expect(await statusOf(other)).toBe(200);
  expect((await remove(mine, `/api/account/sessions/${target}`)).body).toEqual({ status: { code: 0 } });
  expect(await statusOf(other)).toBe(401);
  expect(await statusOf(mine)).toBe(200);
  expect((await remove(mine, `/api/account/sessions/${target}`)).status).toBe(404);
  expect((await remove(mine, '/api/account/sessions/nonsense')).status).toBe(400);
});

it('ends all the others at once', async () => {
  const tokens = [await tokenOf(), await tokenOf(), await tokenOf()];
  const foreign = await tokenOf('auditor');
  const answer = await remove(tokens[0] ?? '', '/api/account/sessions');
  expect(answer.body).toEqual({ status: { code: 0 }, data: { ended: 2 } });
  expect(await Promise.all(tokens.map((it) => statusOf(it)))).toEqual([200, 401, 401]);
  expect(await statusOf(foreign, 'auditor')).toBe(200);
});

it('forgets rows a day after they could last have been open, each once', async () => {
  await tokenOf();
  await sql(`INSERT INTO session (id, user_id, scope, expires, address, user_agent)
    SELECT 'old-session-number-' || n, (SELECT id FROM console_user WHERE login = 'manager'), 'FULL',
      now() - interval '25 hours', '::1', 'x' FROM generate_series(1, 25) AS n`);
  const { db } = server.database;
  const forgotten = await Promise.all(Array.from({ length: 4 }, () => forgetSessions(db, 10)));
  const rest = await forgetSessions(db, 100);
  expect(forgotten.reduce((sum, it) => sum + it, rest)).toBe(25);
  expect((await sql('SELECT count(*)::int AS count FROM session')).rows).toEqual([{ count: 1 }]);
});
