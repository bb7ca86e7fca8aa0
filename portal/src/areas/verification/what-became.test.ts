import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { type Found, findOut, mayHaveDecided, pausesSeconds, type Standing } from './what-became.ts';

const lostAnswer = new ApiError({ kind: 'unreachable', answerLost: true });
const inWords = new ApiError({ kind: 'refused', httpStatus: 500, name: 'INTERNAL' });
const tooLate = new ApiError({ kind: 'refused', httpStatus: 409, name: 'ALREADY_DECIDED' });

/** A server that answers these of each request, the last one for ever. */
async function found(lost: Record<string, unknown>, answers: Record<string, Standing[]>) {
  const told: Found<string>[] = [];
  const waited: number[] = [];
  const asked: string[] = [];
  await findOut(
    Object.entries(lost).map(([request, error]) => ({ request, error })),
    {
      ask: async (request) => {
        asked.push(request);
        const [first, ...rest] = answers[request] ?? [];
        if (rest.length > 0) answers[request] = rest;
        return first ?? 'silent';
      },
      wait: async (seconds) => {
        waited.push(seconds);
      },
      tell: (it) => told.push(it),
    },
  );
  return { told: told.map(({ request, standing }) => [request, standing]), waited, asked };
}

test('a decision that was made is found at once', async () => {
  const { told, asked } = await found({ a: lostAnswer }, { a: ['decided'] });
  expect(told).toEqual([['a', 'decided']]);
  expect(asked).toEqual(['a']);
});

test('what waits may still be on its way: it is asked again, and only then was not decided', async () => {
  const slow = await found({ a: lostAnswer }, { a: ['waits', 'waits', 'decided'] });
  expect(slow.told).toEqual([['a', 'decided']]);
  const never = await found({ a: lostAnswer }, { a: ['waits'] });
  expect(never.told).toEqual([['a', 'waits']]);
  expect(never.waited).toEqual(pausesSeconds);
});

test('where the server said that it failed, one look tells', async () => {
  const { told, waited } = await found({ a: inWords }, { a: ['waits'] });
  expect(told).toEqual([['a', 'waits']]);
  expect(waited).toHaveLength(1);
});

test('one that is found out does not wait for the others, and silence is asked about once a round', async () => {
  const { told, asked } = await found(
    { a: lostAnswer, b: lostAnswer, c: lostAnswer },
    { a: ['silent', tooLate], b: ['decided'], c: ['silent'] },
  );
  expect(told).toEqual([
    ['a', tooLate],
    ['b', 'decided'],
    ['c', 'silent'],
  ]);
  expect(asked.slice(0, 4)).toEqual(['a', 'a', 'b', 'c']);
});

test('only a refusal in words is sure to have changed nothing', () => {
  expect(mayHaveDecided(tooLate)).toBe(false);
  for (const it of [
    lostAnswer,
    inWords,
    new ApiError({ kind: 'refused', httpStatus: 502 }),
    new Error('?'),
  ]) {
    expect(mayHaveDecided(it)).toBe(true);
  }
});
