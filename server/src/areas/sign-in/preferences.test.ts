import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-server.ts';

const path = '/api/account/preferences';
type Body = { preferences: Record<string, string> };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const keep = async (login: string, name: unknown, value: unknown) =>
  (await (await server.as(login)).send({ method: 'PUT', path, body: { name, value } })).status;
const kept = async (login: string) => (await (await server.as(login)).get<Body>(path)).body.preferences;

describe('preferences', () => {
  test('are one’s own, kept until forgotten', async () => {
    expect((await server.anyone.get(path)).status).toBe(401);
    expect((await server.anyone.send({ method: 'PUT', path, body: {} })).status).toBe(401);
    expect(await kept('manager')).toEqual({});
    expect(await keep('manager', 'table.history', '{"size":25,"columns":{"hash":true}}')).toBe(200);
    expect(await keep('manager', 'menu.narrow', 'true')).toBe(200);
    expect(await keep('manager', 'menu.narrow', 'false')).toBe(200);
    expect(await kept('manager')).toEqual({
      'table.history': '{"size":25,"columns":{"hash":true}}',
      'menu.narrow': 'false',
    });
    expect(await kept('auditor')).toEqual({});
    expect(await keep('manager', 'menu.narrow', null)).toBe(200);
    expect(await keep('manager', 'never.kept', null)).toBe(200);
    expect(Object.keys(await kept('manager'))).toEqual(['table.history']);
  });

  test.each([
    ['Table', '1'],
    ['', '1'],
    ['a'.repeat(81), '1'],
    ['__proto__', '1'],
    ['table.a', 'x'.repeat(4097)],
    ['table.a', 7],
    ['table.a', undefined],
    ['table.a', 'nul \u0000'],
  ])('%s = %s is refused', async (name, value) => {
    expect(await keep('manager', name, value)).toBe(400);
  });

  test('the longest untouched give way beyond two hundred', async () => {
    for (let i = 0; i < 205; i++) await keep('auditor', `table.list-${i}`, String(i));
    const names = Object.keys(await kept('auditor'));
    expect(names).toHaveLength(200);
    expect(names).not.toContain('table.list-4');
    expect(names).toContain('table.list-5');
  });
});
