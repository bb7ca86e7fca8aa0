import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseJson, readAs, readPage } from './read-answer.ts';
import { refusalIn } from './refusal-in.ts';

const Row = z.object({ id: z.string(), amount: z.string() });
const rows = [{ id: 'a', amount: '15000', extra: true }];
const read = [{ id: 'a', amount: '15000' }];
const headers = (it: Record<string, string> = {}) => new Headers(it);

test.each([
  ['a bare array with x-total-count', rows, { 'x-total-count': '48213' }, 48213],
  ['content and totalElements', { content: rows, totalElements: 12 }, {}, 12],
  ['data and total', { data: rows, total: 7 }, {}, 7],
  ['an array under data', { status: { code: 0 }, data: rows }, { 'x-total-count': '3' }, 3],
  ['content under data', { data: { content: rows, totalElements: '9' } }, {}, 9],
  ['data under data', { data: { data: rows, total: 5 } }, {}, 5],
  ['no total at all', rows, {}, 1],
])('a page may come as %s', (_, body, head, total) => {
  const page = readPage(Row, body, headers(head as Record<string, string>));
  expect(page?.rows).toEqual(read);
  expect(page?.total).toBe(total);
});

test('what is no list is no page', () => {
  expect(readPage(Row, { status: { code: 0 } }, headers())).toBeUndefined();
  expect(readPage(Row, null, headers())).toBeUndefined();
  expect(readPage(Row, [{ id: 'a' }], headers())).toBeUndefined();
});

test('paging, sums and cursors come from the headers', () => {
  const page = readPage(
    Row,
    rows,
    headers({
      'x-total-count': '10000',
      'x-total-more': 'true',
      hasnext: 'TRUE',
      hasprevious: 'false',
      'x-next': 'abc',
      'x-sum-khr': '1',
      'x-sum-usd': '0.30',
    }),
  );
  expect(page).toMatchObject({ totalMore: true, hasNext: true, hasPrevious: false, next: 'abc' });
  expect(page?.sums).toEqual({ KHR: '1', USD: '0.30' });
});

test('amounts come as text or as numbers, without rounding', () => {
  const answer = parseJson(
    '[{"id":"a","amount":9007199254740993},{"id":1,"amount":0.30},{"id":"c","amount":15000}]',
  );
  expect(readPage(Row, answer, headers())?.rows.map((it) => it.amount)).toEqual([
    '9007199254740993',
    '0.30',
    '15000',
  ]);
});

test('numbers may come as text', () => {
  expect(readAs(z.object({ precision: z.number() }), { precision: '2' })).toEqual({ precision: 2 });
  expect(readAs(z.object({ precision: z.number() }), { precision: 'two' })).toBeUndefined();
});

const answered = (status: number, head: Record<string, string> = {}) =>
  new Response(null, { status, headers: head });

test.each([
  [{ errorCode: 96, error: 'PASSWORD_EXPIRED' }, 'PASSWORD_EXPIRED', 96],
  [{ errorCode: '96' }, 'PASSWORD_EXPIRED', 96],
  [{ error: 'PASSWORD_EXPIRED' }, 'PASSWORD_EXPIRED', 96],
  [{ errorCode: 'PASSWORD_EXPIRED' }, 'PASSWORD_EXPIRED', 96],
  [{ error: 10 }, 'SESSION_ENDED', 10],
  [{ error: 'WRONG_STATE', message: 'No', reference: 'R-1' }, 'WRONG_STATE', undefined],
])('a status block %o is a refusal, whatever the HTTP status', (status, name, code) => {
  for (const httpStatus of [200, 400, 409]) {
    const refusal = refusalIn({ status: { code: 1, ...status }, data: { state: 'X' } }, answered(httpStatus));
    expect(refusal).toMatchObject({
      kind: 'refused',
      httpStatus,
      refusalName: name,
      code,
      data: { state: 'X' },
    });
  }
});

test('a status block without a code is none', () => {
  expect(refusalIn({ status: { code: 0 } }, answered(200))).toBeUndefined();
  expect(refusalIn({ status: 'SUCCESS' }, answered(200))).toBeUndefined();
  expect(refusalIn([], answered(200))).toBeUndefined();
  expect(refusalIn({ status: { code: 0, errorCode: 0 } }, answered(200))).toBeUndefined();
});

test('a refusal carries fields, reference and the time to wait', () => {
  const fields = [{ path: 'amount', key: 'amount.required', message: 'Please enter an amount' }];
  const refusal = refusalIn(
    { status: { error: 'INVALID_REQUEST' }, fields },
    answered(400, { 'x-request-id': 'R-2', 'retry-after': '30' }),
  );
  expect(refusal?.fields).toEqual(fields);
  expect(refusal?.reference).toBe('R-2');
  expect(refusal?.retryAfterSeconds).toBe(30);
});
