import { Refusal } from '@tonle/contract/refusal';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Wrapper } from '../adapters/key-store.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { inTransaction } from '../db/tx.ts';
import { type CodeDelivery, type CodeSubject, Codes } from './codes.ts';
import { Outbox } from './outbox.ts';

const keyWrapSecret = 'a-secret-for-these-tests-only-0123456789';
let database: TestDatabase;
let outbox: Outbox;
let codes: Codes;
beforeAll(async () => {
  database = await createTestDatabase();
  outbox = new Outbox({
    db: database.db,
    seal: new Wrapper(keyWrapSecret),
    senders: {},
    isShown: true,
    log: { warn: () => undefined },
  });
  codes = new Codes({ db: database.db, outbox, keyWrapSecret });
});
afterAll(() => database.drop());
afterEach(async () => {
  await database.owner.pool.query('TRUNCATE outgoing_message, one_time_code');
});

const subject: CodeSubject = { kind: 'TEST', id: '1' };
const to: CodeDelivery = {
  contact: '85512345678',
  purpose: 'TEST_CODE',
  text: ({ code, minutes }) => ({ subject: 'Code', text: `${code} for ${minutes} minutes` }),
};
const tx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(database.db, work);
const send = (of = subject) => tx((it) => codes.send(it, of, to));
const resend = (of = subject) => tx((it) => codes.resend(it, of, to));
const sent = async () => (await outbox.shown(100)).map((it) => it.text.slice(0, 6));
const row = async () => (await database.owner.pool.query('SELECT * FROM one_time_code')).rows[0];
const age = (seconds: number) =>
  database.owner.pool.query(
    `UPDATE one_time_code SET issued = issued - make_interval(secs => $1),
       expires = expires - make_interval(secs => $1)`,
    [seconds],
  );

let compared = 0;
async function guess(typed: string, of = subject): Promise<string> {
  try {
    return await codes.check(of, typed, {
      before: async () => undefined,
      right: async () => {
        compared += 1;
        return 'RIGHT';
      },
      wrong: async () => {
        compared += 1;
      },
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.refusalName;
  }
}
/** A code that is not the one. */
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

it('goes by text message or mail, six digits, and is right once', async () => {
  await send();
  await tx((it) => codes.send(it, { kind: 'TEST', id: '2' }, { ...to, contact: 'sok@bank.example' }));
  const [mailed = '', texted = ''] = await sent();
  expect((await outbox.shown(2)).map((it) => it.channel)).toEqual(['MAIL', 'SMS']);
  expect([mailed, texted]).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^\d{6}$/)]);
  expect(await guess(texted)).toBe('RIGHT');
  expect(await guess(texted)).toBe('CODE_EXPIRED');
  expect(await guess(texted, { kind: 'OTHER', id: '1' })).toBe('CODE_EXPIRED');
});

it('rests as an HMAC: neither the code nor its plain hash is in the database', async () => {
  await send();
  const [code = ''] = await sent();
  const { rows } = await database.owner.pool.query('SELECT c::text FROM one_time_code c');
  expect(JSON.stringify(rows)).not.toContain(code);
  const another = new Codes({ db: database.db, outbox, keyWrapSecret: keyWrapSecret.replace('0', '9') });
  const judged = another.check(subject, code, {
    before: async () => undefined,
    right: async () => undefined,
    wrong: async () => undefined,
  });
  await expect(judged).rejects.toThrow('CODE_WRONG');
});

it('of 100 guesses at once, with codes sent again between, exactly 5 are checked', async () => {
  await send();
  const [first = ''] = await sent();
  compared = 0;
  const outcomes: string[] = [];
  const round = async (from: number) => {
    // The minute between codes has passed each time.
    await age(61);
    const again = resend().catch(() => undefined);
    const guesses = Array.from({ length: 25 }, (_, index) => guess(other(first, from + index + 1)));
    outcomes.push(...(await Promise.all(guesses)));
    await again;
  };
  for (const from of [0, 25, 50, 75]) await round(from);
  expect(compared).toBe(5);
  expect(outcomes.filter((it) => it === 'CODE_WRONG' || it === 'RIGHT')).toHaveLength(5);
  expect(outcomes.filter((it) => it === 'CODE_TRIES_SPENT')).toHaveLength(95);
  const [last = ''] = await sent();
  expect(await guess(last)).toBe('CODE_TRIES_SPENT');
  await age(61);
  await expect(resend()).rejects.toThrow('CODE_TRIES_SPENT');
  expect((await row()).tries).toBe(5);
});

it('2 guesses, another code, and 3 guesses are left', async () => {
  await send();
  const [first = ''] = await sent();
  expect(await guess(other(first))).toBe('CODE_WRONG');
  expect(await guess(other(first))).toBe('CODE_WRONG');
  await age(61);
  await resend();
  const [second = ''] = await sent();
  for (const wrong of [1, 2, 3]) expect(await guess(other(second, wrong))).toBe('CODE_WRONG');
  expect(await guess(second)).toBe('CODE_TRIES_SPENT');
});

it('is sent again once a minute at most, however many ask at once; the older code is void', async () => {
  await send();
  await expect(resend()).rejects.toMatchObject({ refusalName: 'TOO_MANY_REQUESTS', data: { seconds: 60 } });
  await age(60);
  const asked = await Promise.allSettled(Array.from({ length: 10 }, () => resend()));
  expect(asked.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
  const [second = '', first = ''] = await sent();
  if (first !== second) expect(await guess(first)).toBe('CODE_WRONG');
  expect(await guess(second)).toBe('RIGHT');
});

it('is good for 10 minutes; an old one costs no try and can be replaced', async () => {
  await send();
  await age(10 * 60 - 5);
  const [code = ''] = await sent();
  expect(await guess(other(code))).toBe('CODE_WRONG');
  await age(10);
  expect(await guess(code)).toBe('CODE_EXPIRED');
  expect((await row()).tries).toBe(1);
  await resend();
  const [second = ''] = await sent();
  expect(await guess(second)).toBe('RIGHT');
});

it('is not used up, and no try either, where what it was for is refused', async () => {
  const code = await tx((it) => codes.issue(it, subject));
  const refused = { right: async () => 'RIGHT', wrong: async () => undefined };
  const before = async () => {
    throw new Refusal('WRONG_STATE', { state: 'CLOSED' });
  };
  await expect(codes.check(subject, other(code), { ...refused, before })).rejects.toThrow('WRONG_STATE');
  const right = async () => {
    throw new Error('the database is away');
  };
  const check = codes.check(subject, code, { ...refused, before: async () => undefined, right });
  await expect(check).rejects.toThrow('the database is away');
  expect(await row()).toMatchObject({ tries: 0, used: null });
  expect(await guess(code)).toBe('RIGHT');
});

it('a wrong guess is kept together with what it brings about', async () => {
  const code = await tx((it) => codes.issue(it, subject, 60));
  const left: number[] = [];
  const guesses = Array.from({ length: 8 }, () =>
    codes.check(subject, other(code), {
      before: async () => undefined,
      right: async () => undefined,
      wrong: async (_, { triesLeft }) => void left.push(triesLeft),
    }),
  );
  await Promise.allSettled(guesses);
  expect(left.sort()).toEqual([0, 1, 2, 3, 4]);
});
