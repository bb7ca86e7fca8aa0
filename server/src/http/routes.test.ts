import type { RefusalBody } from '@tonle/contract/refusal';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRoutes } from './register.ts';
import {
  buildTestLayer,
  echo,
  MANAGER,
  NOBODY,
  open,
  PASSWORD_ONLY,
  testEndpoints,
  testRoutes,
} from './test-routes.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = (await buildTestLayer()).app;
});
afterAll(() => app.close());

const send = async (options: InjectOptions) => {
  const answer = await app.inject(options);
  const body =
    answer.body === '' ? undefined : (JSON.parse(answer.body) as RefusalBody & Record<string, unknown>);
  return { status: answer.statusCode, headers: answer.headers, body, error: body?.status?.error };
};
const post = (payload: unknown, more: InjectOptions = {}) =>
  send({ method: 'POST', url: '/test/things/a1', headers: MANAGER, payload: payload as object, ...more });
const keysOf = (answer: { body: RefusalBody | undefined }) =>
  answer.body?.fields?.map((it) => [it.path, it.key, it.params]);

describe('the order of judgement', () => {
  const url = '/test/things/NOT-AN-ID?unknown=1';
  it('is 401 before anything else', async () => {
    for (const headers of [{}, { authorization: 'Bearer a.unknown.b' }]) {
      const answer = await send({ method: 'POST', url, headers, payload: '{' });
      expect([answer.status, answer.body?.status.errorCode]).toEqual([401, 10]);
    }
  });
  it('is 403 before the body is read', async () => {
    const answer = await send({ method: 'POST', url, headers: NOBODY, payload: '{' });
    expect([answer.status, answer.error]).toEqual([403, 'FORBIDDEN']);
  });
  it('is 403 with code 97 for a token that can only change the password', async () => {
    const answer = await send({ method: 'POST', url, headers: PASSWORD_ONLY, payload: {} });
    expect([answer.status, answer.body?.status.errorCode]).toEqual([403, 97]);
  });
  it('is 400 for those who may', async () => {
    expect((await send({ method: 'POST', url, headers: MANAGER, payload: {} })).status).toBe(400);
  });
  it('lets holders of any of several permissions in', async () => {
    expect((await send({ method: 'GET', url: '/test/things', headers: MANAGER })).status).toBe(200);
    expect((await send({ method: 'GET', url: '/test/things', headers: NOBODY })).status).toBe(403);
  });
  it('is 401 for another method of a path that exists, 405 for those who are signed in', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'GET'] as const) {
      expect((await send({ method, url: '/test/things/a1' })).status).toBe(401);
      const answer = await send({ method, url: '/test/things/a1', headers: NOBODY });
      expect([answer.status, answer.error, answer.headers.allow]).toEqual([
        405,
        'METHOD_NOT_ALLOWED',
        'POST',
      ]);
    }
  });
  it('is 404 only where there is nothing', async () => {
    expect((await send({ method: 'GET', url: '/test/nothing' })).error).toBe('NOT_FOUND');
    expect((await send({ method: 'GET', url: '/test/open' })).status).toBe(200);
  });
});

describe('what is sent', () => {
  it('is parsed by the contract', async () => {
    const answer = await send({
      method: 'POST',
      url: '/test/things/a1/?kind=A&kind=B&note=',
      headers: { ...MANAGER, 'idempotency-key': 'key-12345' },
      payload: { name: ' Sok ', remark: '', count: 3 },
    });
    expect(answer.body).toEqual({ id: 'a1', kind: ['A', 'B'], name: 'Sok', key: 'key-12345' });
  });
  it('takes a list of choices with commas, and ALL as none', async () => {
    expect((await post({ name: 'a' }, { url: '/test/things/a1?kind=A,B' })).body?.kind).toEqual(['A', 'B']);
    expect((await post({ name: 'a' }, { url: '/test/things/a1?kind=ALL' })).body?.kind).toBe(null);
  });
  it('is answered with everything that is wrong with it, at once', async () => {
    const answer = await send({
      method: 'POST',
      url: '/test/things/A!?kind=C&page=1&note=12345678901',
      headers: { ...MANAGER, 'idempotency-key': 'short' },
      payload: { count: 10, choice: 'z', deep: { value: 'x', extra: 1 }, roles: ['ROLE_MANAGER'] },
    });
    expect(answer.status).toBe(400);
    expect(keysOf(answer)).toEqual([
      ['id', 'account-id.invalid', undefined],
      ['kind.0', 'field.not-a-choice', undefined],
      ['note', 'field.too-long', { max: 10 }],
      ['page', 'field.unknown', undefined],
      ['name', 'field.required', undefined],
      ['count', 'field.too-large', { max: 9 }],
      ['choice', 'field.not-a-choice', undefined],
      ['deep.value', 'field.too-short', { min: 2 }],
      ['deep.extra', 'field.unknown', undefined],
      ['roles', 'field.unknown', undefined],
      ['Idempotency-Key', 'idempotency-key.invalid', undefined],
    ]);
    expect(answer.body?.fields?.[2]?.message).toBe('Please enter at most 10 characters');
    expect(answer.body?.status.reference).toBe(answer.headers['x-request-id']);
  });
  it.each([
    ['a name given twice where one is meant', '/test/things/a1?note=a&note=b', 'note'],
    ['__proto__', '/test/things/a1?__proto__=1', '__proto__'],
    ['NUL', '/test/things/a1?note=%00', 'note'],
    ['more names than any list has', `/test/things/a1?${'x=1&'.repeat(100)}`, 'x'],
  ])('refuses in the query: %s', async (_name, url, path) => {
    const answer = await post({ name: 'a' }, { url });
    expect(answer.status).toBe(400);
    expect(answer.body?.fields?.map((it) => it.path)).toContain(path);
  });
  it.each([
    'sort=(case when 1=1 then 1 end)',
    'sort=password,asc',
    'sort=name,sideways',
    'sort=name,asc,x',
    'size=101',
    'size=0',
    'page=-1',
    'page=1e3',
  ])('refuses the list query %s (fineract CVE-2018-1289)', async (query) => {
    const answer = await send({ method: 'GET', url: `/test/things?${encodeURI(query)}`, headers: MANAGER });
    expect(answer.status).toBe(400);
  });
  it.each([
    ['application/json\t; charset=utf-8', 415],
    ['application/json\ta', 415],
    ['application/json; charset=utf-7', 415],
    ['application/json, text/plain', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonx', 415],
    ['nonsense', 415],
    ['', 415],
    ['application/json', 200],
    ['application/json;charset=utf-8', 200],
    ['Application/JSON; charset="UTF-8"', 200],
  ])('with content type %j is %i (fastify CVE-2026-25223)', async (type, status) => {
    const answer = await post('{"name":"a"}', { headers: { ...MANAGER, 'content-type': type } });
    expect(answer.status).toBe(status);
  });
  it.each([
    ['duplicate keys', '{"name":"a","name":"a"}'],
    ['__proto__', '{"name":"a","__proto__":{"admin":true}}'],
    ['constructor', '{"name":"a","constructor":1}'],
    ['NUL', '{"name":"a\\u0000"}'],
    ['a lone surrogate', '{"name":"\\ud83d"}'],
    ['deep nesting', `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['no JSON', '{name:1}'],
    ['an array', '[]'],
    ['a number', '5'],
    ['null', 'null'],
    ['a number that is not exact', '{"name":"a","count":1.00000000000000001}'],
  ])('refuses a body with %s (fastify CVE-2026-25223)', async (_name, payload) => {
    const answer = await post(payload, { headers: { ...MANAGER, 'content-type': 'application/json' } });
    expect([answer.status, answer.error]).toEqual([400, 'INVALID_REQUEST']);
  });
  it('is 413 where it is too large, with or without its length told', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(10_000_000) }), {
      headers: { ...MANAGER, 'content-type': 'application/json' },
    });
    expect([answer.status, answer.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
  it('needs no body where none is declared, and takes no other', async () => {
    for (const payload of [undefined, '', '{}', 'null']) {
      const headers = { 'content-type': 'application/json' };
      const url = '/test/open';
      const answer = await app.inject({
        method: 'GET',
        url,
        headers,
        ...(payload === undefined ? {} : { payload }),
      });
      expect(answer.statusCode).toBe(200);
    }
  });
  it.each(['/test/things/%zz', '/test/things/%c3%28', `/test/things/${'a'.repeat(5000)}`])(
    'with the path %s is no 5xx',
    async (url) => {
      const answer = await send({ method: 'POST', url, headers: MANAGER, payload: { name: 'a' } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body?.status.code).toBe(1);
    },
  );
});

describe('what is answered', () => {
  it('wraps lists in the envelope of each', async () => {
    const array = await send({ method: 'GET', url: '/test/things', headers: MANAGER });
    expect(array.body).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(array.headers).toMatchObject({
      'x-total-count': '10000',
      'x-total-more': 'true',
      hasnext: 'true',
      hasprevious: 'false',
      'x-next': 'n',
      'x-sum-khr': '15000',
      'x-sum-usd': '0.30',
      'cache-control': 'no-store',
    });
    expect(array.headers['x-prev']).toBeUndefined();
    const content = await send({ method: 'GET', url: '/test/content', headers: MANAGER });
    expect(content.body).toEqual({ content: [{ name: 'a' }, { name: 'b' }], totalElements: 10_000 });
    const data = await send({ method: 'GET', url: '/test/data', headers: MANAGER });
    expect(data.body).toEqual({ data: [{ name: 'a' }, { name: 'b' }], total: 10_000 });
  });
  it('has no body for HEAD', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/test/things', headers: MANAGER });
    expect([answer.statusCode, answer.body, answer.headers['x-total-count']]).toEqual([200, '', '10000']);
  });
  it.each([
    ['defect', 500, 'INTERNAL'],
    ['text', 500, 'INTERNAL'],
    ['extra', 500, 'INTERNAL'],
    ['wrong', 500, 'INTERNAL'],
    ['refusal', 409, 'ACCOUNT_BLOCKED'],
    ['state', 409, 'WRONG_STATE'],
    ['field', 400, 'INVALID_REQUEST'],
    ['busy', 503, 'UNAVAILABLE'],
    ['unknown', 503, 'OUTCOME_UNKNOWN'],
    ['database', 503, 'UNAVAILABLE'],
  ])('for %s is %i %s', async (how, status, error) => {
    const answer = await send({ method: 'GET', url: `/test/fails/${how}`, headers: MANAGER });
    expect([answer.status, answer.error]).toEqual([status, error]);
    expect(JSON.stringify(answer.body)).not.toMatch(/secrets|thrown|select|zod|stack/i);
    if (status === 503) expect(answer.headers['retry-after']).toBe('2');
  });
  it('fills texts and gives their data', async () => {
    const { body } = await send({ method: 'GET', url: '/test/fails/refusal', headers: MANAGER });
    expect(body).toMatchObject({ status: { message: 'Account a@b is blocked' }, data: { account: 'a@b' } });
    const field = await send({ method: 'GET', url: '/test/fails/field', headers: MANAGER });
    expect(field.body?.fields).toEqual([
      {
        path: 'amount',
        key: 'amount.exceeds-balance',
        message: 'The current amount exceeds available balance on the main account',
      },
    ]);
  });
  it('is not held against the contract in production', async () => {
    const production = (await buildTestLayer({ checksAnswers: false })).app;
    const answer = await production.inject({ url: '/test/fails/extra', headers: MANAGER });
    expect(answer.statusCode).toBe(200);
    await production.close();
  });
});

describe('registration fails', () => {
  const routes = testRoutes();
  it('where an endpoint has no handler', () => {
    expect(() => checkRoutes(routes.slice(1), testEndpoints)).toThrow(/echo .* has no handler/);
  });
  it('where an endpoint has two', () => {
    expect(() => checkRoutes([...routes, ...routes.slice(0, 1)], testEndpoints)).toThrow(/twice/);
  });
  it('where an endpoint is not in the contract’s list', () => {
    expect(() => checkRoutes(routes, testEndpoints.slice(1))).toThrow(/not in the contract/);
  });
  it.each([undefined, '', [], 'no-such-permission', ['main-account.transfer', 'no-such-permission']])(
    'where an endpoint’s permission is %j',
    (permission) => {
      const odd = { ...open, permission: permission as 'public' };
      expect(() => checkRoutes([{ endpoint: odd, handle: async () => ({}) }], [odd])).toThrow(/who may call/);
    },
  );
  it('where two endpoints are one call', () => {
    const twin = { ...echo, name: 'twin', path: '/test/things/{other}' };
    const twins = [echo, twin];
    expect(() =>
      checkRoutes(
        twins.map((endpoint) => ({ endpoint, handle: async () => ({}) })),
        twins,
      ),
    ).toThrow(/two endpoints/);
  });
});
