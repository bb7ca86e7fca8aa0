import type { RefusalBody } from '@tonle/contract/refusal';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestLayer, MANAGER } from './test-routes.ts';

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await buildTestLayer());
});
afterAll(() => app.close());

async function put(url: string, payload: string | Buffer, type: string | undefined) {
  const headers = { ...MANAGER, ...(type === undefined ? {} : { 'content-type': type }) };
  const answer = await app.inject({ method: 'PUT', url, payload, headers });
  return { status: answer.statusCode, body: answer.json() as RefusalBody & { reason?: string } };
}

describe('{id, body text} (decisions section 3)', () => {
  it.each([
    ['/test/words?thingId=7', '  Lost ទូរស័ព្ទ \n', 'text/plain', 'Lost ទូរស័ព្ទ'],
    ['/test/words?thingId=7', '{"reason":"x"}', 'text/plain;charset=UTF-8', '{"reason":"x"}'],
    ['/test/words', '{"thingId":"7","reason":"Lost"}', 'application/json', 'Lost'],
    ['/test/words?thingId=7', '{"reason":"Lost"}', 'application/json', 'Lost'],
    ['/test/words?thingId=7', '{"thingId":"7","reason":"Lost"}', 'application/json', 'Lost'],
  ])('takes %s with %j as %s', async (url, payload, type, reason) => {
    expect(await put(url, payload, type)).toEqual({ status: 200, body: { thingId: '7', reason } });
  });

  it.each([
    ['/test/words?thingId=7', '   ', 'text/plain', 'reason', 'reason.required'],
    ['/test/words?thingId=7', '', undefined, 'reason', 'reason.required'],
    ['/test/words?thingId=7', 'x'.repeat(256), 'text/plain', 'reason', 'reason.too-long'],
    ['/test/words?thingId=x', 'Lost', 'text/plain', 'thingId', 'field.invalid'],
    ['/test/words', 'Lost', 'text/plain', 'thingId', 'field.required'],
    ['/test/words?thingId=7&more=1', 'Lost', 'text/plain', 'more', 'field.unknown'],
    [
      '/test/words?thingId=7',
      '{"thingId":"8","reason":"Lost"}',
      'application/json',
      'thingId',
      'field.invalid',
    ],
    ['/test/words?thingId=7', '{"reason":"Lost","by":"me"}', 'application/json', 'by', 'field.unknown'],
  ])('refuses %s with %j as %s: %s', async (url, payload, type, path, key) => {
    const { status, body } = await put(url, payload, type);
    expect([status, body.fields?.map((one) => [one.path, one.key])]).toEqual([400, [[path, key]]]);
  });

  it('refuses other types, bytes that are no text, and plain text elsewhere', async () => {
    expect((await put('/test/words?thingId=7', 'Lost', 'text/html')).status).toBe(415);
    expect((await put('/test/words?thingId=7', 'Lost', 'text/plain; charset=utf-16')).status).toBe(415);
    expect((await put('/test/words?thingId=7', Buffer.from([0xff, 0xfe]), 'text/plain')).status).toBe(400);
    const elsewhere = await app.inject({
      method: 'POST',
      url: '/test/things/a1',
      payload: 'a',
      headers: { ...MANAGER, 'content-type': 'text/plain' },
    });
    expect(elsewhere.statusCode).toBe(415);
  });
});
