import { type Preferences, preferencesMax } from '@tonle/contract/preferences';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { startTestBank, type TestBank } from '../../test-bank.ts';

const path = '/api/account/preferences';
let bank: TestBank;
beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.close());
beforeEach(() => bank.database.owner.pool.query('DELETE FROM console_user_preference'));

const keptOf = async (login: string) =>
  (await (await bank.as(login)).get<z.infer<typeof Preferences>>(path)).body.preferences;
const keep = async (login: string, name: unknown, value?: unknown) =>
  (await bank.as(login)).send<RefusalBody>({ method: 'PUT', path, body: { name, value } });

it('are kept on the server, each person’s own, and forgotten again (decisions section 5)', async () => {
  expect(await keptOf('manager')).toEqual({});
  const answer = await keep('manager', 'table.incoming', '{"size":50}');
  expect([answer.status, answer.body]).toEqual([200, { status: { code: 0 } }]);
  await keep('manager', 'menu.narrow', 'true');
  await keep('manager', 'table.incoming', '{"size":25,"note":"ខ្មែរ"}');
  await keep('auditor', 'menu.narrow', 'false');
  expect(await keptOf('manager')).toEqual({
    'table.incoming': '{"size":25,"note":"ខ្មែរ"}',
    'menu.narrow': 'true',
  });
  for (const none of [undefined, null, '']) {
    await keep('manager', 'menu.narrow', 'true');
    expect((await keep('manager', 'menu.narrow', none)).status).toBe(200);
    expect(Object.keys(await keptOf('manager'))).toEqual(['table.incoming']);
  }
  expect(await keptOf('auditor')).toEqual({ 'menu.narrow': 'false' });
});

it.each<[string, unknown]>([
  ['', 'x'],
  ['a b', 'x'],
  ['../x', 'x'],
  ['a'.repeat(81), 'x'],
  ['menu', ['x']],
  ['menu', 'a\0b'],
  ['menu', 5],
  ['menu', { a: 1 }],
])('refuse the name %j with the value %j', async (name, value) => {
  expect((await keep('manager', name, value)).status).toBe(400);
  expect(await keptOf('manager')).toEqual({});
});

it('refuse a value of more than 4,000 characters', async () => {
  expect((await keep('manager', 'menu', 'x'.repeat(4_001))).status).toBe(400);
  expect((await keep('manager', 'menu', 'x'.repeat(4_000))).status).toBe(200);
});

it('of one person are bounded: the one left alone for longest goes', async () => {
  await bank.database.owner.pool.query(
    `INSERT INTO console_user_preference (user_id, name, value, changed_at)
     SELECT $1, 'old.' || n, 'x', now() - interval '1 day' + n * interval '1 second' FROM generate_series(1, $2::int) AS n`,
    [bank.userIds.manager, preferencesMax],
  );
  await Promise.all(['a', 'b'].map((name) => keep('manager', name, '1')));
  const names = Object.keys(await keptOf('manager'));
  expect(names).toHaveLength(preferencesMax);
  expect(names).toEqual(expect.arrayContaining(['a', 'b', 'old.3']));
  expect(names).not.toContain('old.2');
});

it('are nobody’s who is not signed in', async () => {
  expect((await bank.anyone.get(path)).status).toBe(401);
  expect((await bank.anyone.send({ method: 'PUT', path, body: { name: 'a', value: '1' } })).status).toBe(401);
});
