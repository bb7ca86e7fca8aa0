import { createHash } from 'node:crypto';
import { OpenAccount, SubmitKyc } from '@tonle/contract/channel';
import { DepositMessage, InquiredAccount, type TransferMessage } from '@tonle/contract/network';
import { Random } from '@tonle/contract/random';
import { describe, expect, test, vi } from 'vitest';
import type { AppAnswer, AppClient, AppRequest } from './app-client.ts';
import { accountOf, answerInquiry, fatedNames, otherBanks, otherPeople } from './banks.ts';
import { Customers } from './customers.ts';
import { depositOf } from './deposits.ts';
import { type Faults, fateOf, ordinary } from './faults.ts';
import { personOf } from './people.ts';
import { Phones } from './phones.ts';
import { pictureOf } from './png.ts';
import { amountOf, busynessAt } from './rhythm.ts';
import { Tally } from './tally.ts';
import { eventKindOf } from './traffic.ts';

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

const transfer = (to: string): TransferMessage => ({
  type: 'TRANSFER',
  transferId: 'CHKT20261127AAAAAAAAAAAA',
  transactionHash: '0'.repeat(64),
  sourceAccountId: 'a_b@chkt',
  sourceWalletType: 'MOBILE',
  destinationBank: 'MEKGKHPPXXX',
  destinationAccountId: to,
  assetId: 'usd#nbc',
  amount: '10.00',
});
const fatesOf = (seed: string, faults: Faults = ordinary) =>
  Array.from({ length: 400 }, (_, index) => fateOf(seed, index, transfer('sok_dara1@mekg'), faults));
const calm: Faults = {
  delayMinMs: 1,
  delayMaxMs: 1,
  fail: 0,
  duplicate: 0,
  reorder: 0,
  silence: 0,
  drop: 0,
  contradict: 0,
  reject: 0,
};

describe('from one seed', () => {
  test('comes the same every time, on every machine', () => {
    const random = new Random('golden', 1);
    expect(Array.from({ length: 6 }, () => random.below(1_000))).toMatchInlineSnapshot(`
      [
        358,
        580,
        731,
        244,
        392,
        152,
      ]
    `);
    expect(hashOf(fatesOf('golden'))).toMatchInlineSnapshot(`"0571fbfc7708710a"`);
    expect(hashOf(Array.from({ length: 50 }, (_, index) => personOf('golden', index)))).toMatchInlineSnapshot(
      `"5c182d3ee0eaef7f"`,
    );
    expect(hashOf(otherPeople)).toMatchInlineSnapshot(`"a91bb815a20215a8"`);
    expect(pictureOf('golden', 'photo').equals(pictureOf('golden', 'photo'))).toBe(true);
    expect(pictureOf('golden', 'photo').equals(pictureOf('silver', 'photo'))).toBe(false);
  });

  test('comes the same order of things, and from another seed another', () => {
    const kindsOf = (seed: string) =>
      Array.from({ length: 2_000 }, (_, index) => eventKindOf(new Random(seed, 'event', index)));
    expect(kindsOf('a')).toEqual(kindsOf('a'));
    expect(kindsOf('a')).not.toEqual(kindsOf('b'));
    expect(new Set(kindsOf('a')).size).toBe(9);
    expect(fatesOf('a')).toEqual(fatesOf('a'));
    expect(fatesOf('a')).not.toEqual(fatesOf('b'));
  });
});

describe('what it sends', () => {
  test('is as the contract wants it', () => {
    const id = '00000000-0000-4000-8000-000000000000';
    for (let index = 0; index < 300; index += 1) {
      const { accountType, accountName, opening, profile } = personOf('contract', index);
      const opened = OpenAccount.safeParse({ accountType, accountName, ...opening });
      expect([index, opened.error?.issues]).toEqual([index, undefined]);
      const asked = SubmitKyc.safeParse({ accountType, ...profile, photoId: id, identityId: id });
      expect([index, asked.error?.issues]).toEqual([index, undefined]);
      const random = new Random('contract', index);
      const to = index % 2 === 0 ? 'chktkhppxxx@chkt' : `${accountName}@chkt`;
      const deposit = depositOf(random, { depositId: 'DP0000001', to, size: 'middle' });
      expect(DepositMessage.safeParse(deposit).error?.issues).toBe(undefined);
    }
  });

  test('names nobody twice', () => {
    const people = Array.from({ length: 1_000 }, (_, index) => personOf('unique', index));
    expect(new Set(people.map((it) => it.accountName)).size).toBe(1_000);
    expect(new Set(people.map((it) => it.opening.primaryContact)).size).toBe(1_000);
    expect(new Set(otherPeople.map((it) => it.account.accountId)).size).toBe(otherPeople.length);
    expect(new Set(otherPeople.map((it) => it.phone)).size).toBe(otherPeople.length);
  });

  test('is of round sizes, more by day than by night', () => {
    const random = new Random('sizes');
    for (let index = 0; index < 500; index += 1) {
      const amount = amountOf(random, 'KHR', 'small');
      expect(amount >= 2_000n && amount <= 40_000n && amount % 500n === 0n).toBe(true);
    }
    const at = (time: string) => busynessAt(new Date(`2026-11-25T${time}:00+07:00`));
    expect(at('11:00')).toBeGreaterThan(at('03:00') * 20);
    const salary = busynessAt(new Date('2026-10-28T09:00:00+07:00'));
    expect(salary).toBeGreaterThan(at('09:00') * 2);
  });
});

describe('the other banks', () => {
  test('know everybody with two names, and nobody else', () => {
    expect(accountOf('sok_dara17@mekg')).toMatchObject({ name: 'Dara Sok', participantCode: 'MEKGKHPPXXX' });
    expect(accountOf('mekgkhppxxx@mekg')).toMatchObject({ accountType: 'BANK' });
    expect(accountOf('frozen@ansb')).toMatchObject({ frozen: true });
    expect(accountOf('closed@ansb')).toMatchObject({ accountStatus: 'DELETED' });
    expect(accountOf('nobody@mekg')).toBe(undefined);
    expect(accountOf('sok_dara@chkt')).toBe(undefined);
    for (const it of otherPeople) expect(InquiredAccount.safeParse(it.account).success).toBe(true);
  });

  test('are asked by id, phone and address', () => {
    const [someone] = otherPeople;
    if (someone === undefined) throw new Error('nobody');
    const { accountId } = someone.account;
    expect(answerInquiry({ by: 'ACCOUNT_ID', value: accountId })?.accountId).toBe(accountId);
    expect(answerInquiry({ by: 'PHONE', value: someone.phone })?.accountId).toBe(accountId);
    expect(answerInquiry({ by: 'EMAIL', value: someone.email })?.accountId).toBe(accountId);
    expect(answerInquiry({ by: 'PHONE', value: '85512000000' })).toBe(undefined);
    expect(otherBanks.length).toBe(4);
  });
});

describe('what becomes of a transfer', () => {
  const lastOf = (seed: string, to: string, faults = calm) => {
    const { steps, told } = fateOf(seed, 1, transfer(to), faults);
    return [steps.at(-1)?.businessStatus, told.length];
  };
  test('goes well where nothing goes wrong', () => {
    for (const fate of fatesOf('calm', calm)) {
      expect(fate.steps.map((it) => it.businessStatus)).toEqual([
        'RECEIVED_AT_ACH',
        'RECEIVE_AT_RECEIVER_BANK',
        'ACKNOWLEDGED_BY_FI',
      ]);
      expect([fate.told, fate.duplicate, fate.unanswered]).toEqual([[0, 1, 2], false, 0]);
    }
  });
  test('can be chosen by the account that it goes to', () => {
    expect(fatedNames.map((it) => lastOf('chosen', `${it}@mekg`))).toEqual([
      ['FAILED_AT_ACH', 1],
      ['FAILED_AT_FI', 3],
      ['REFUNDED_BY_RECEIVER', 4],
      ['ACKNOWLEDGED_BY_FI', 0],
      ['FAILED_AT_FI', 3],
      ['FAILED_AT_FI', 3],
    ]);
    expect(lastOf('chosen', 'nobody@mekg')).toEqual(['FAILED_AT_FI', 3]);
  });
  test('comes as often as asked for', () => {
    const fates = Array.from({ length: 4_000 }, (_, index) =>
      fateOf('often', index, transfer('sok_dara1@mekg'), {
        ...calm,
        fail: 25,
        silence: 10,
        duplicate: 50,
        reorder: 100,
      }),
    );
    const share = (wanted: (fate: (typeof fates)[number]) => boolean) =>
      fates.filter(wanted).length / fates.length;
    expect(share((it) => it.steps.at(-1)?.businessStatus !== 'ACKNOWLEDGED_BY_FI')).toBeCloseTo(0.25, 1);
    expect(share((it) => it.told.length === 0)).toBeCloseTo(0.1, 1);
    expect(share((it) => it.duplicate)).toBeCloseTo(0.5, 1);
    expect(share((it) => it.told.some((place, index) => place !== index))).toBeGreaterThan(0.5);
  });
});

describe('a lost phone', () => {
  /** What the apps asked, as they would; every account is there for the desktop app only. */
  function listening() {
    const asked: { method: string; path: string; body?: object | Buffer }[] = [];
    const ask = async ({ app, method, path, body }: AppRequest): Promise<AppAnswer> => {
      asked.push({ method, path, ...(body === undefined ? {} : { body }) });
      return { status: app === 'DESKTOP' ? 200 : 404, body: {}, headers: {} };
    };
    return { asked, client: { ask } as unknown as AppClient };
  }
  const person = personOf('lost', 7);
  const accountId = `${person.accountName}@chkt`;
  const text = (code: string) => ({
    to: '+85597000000',
    text: `Chaktomuk Bank: ${code} is the code to recover the key of account ${accountId}. Enter it in our app within 10 minutes and tell it to nobody.`,
  });

  test('is told to the bank by its owner, who enters the code that comes, the same way for the same seed', async () => {
    const { asked, client } = listening();
    await new Customers({ seed: 'lost', run: 'r', client }).losePhone({ person, accountId });
    const recovery = `/channel/v1/accounts/${accountId}/key-recovery`;
    expect(asked).toEqual([{ method: 'POST', path: `${recovery}/requests` }]);
    const codesOf = async (seed: string) => {
      const heard = listening();
      new Phones({ seed, client: heard.client, patienceMs: 0 }).take(text('123456'));
      await vi.waitFor(() => expect(heard.asked.at(-1)?.body).toEqual({ code: '123456' }));
      expect(new Set(heard.asked.map((it) => it.path))).toEqual(new Set([`${recovery}/verify`]));
      return heard.asked.map((it) => it.body);
    };
    const perSeed = await Promise.all(Array.from({ length: 40 }, (_, index) => codesOf(`seed ${index}`)));
    expect(await codesOf('seed 3')).toEqual(perSeed[3]);
    const mistyped = perSeed.filter((codes) =>
      codes.some((it) => JSON.stringify(it) !== '{"code":"123456"}'),
    );
    expect(mistyped.length).toBeGreaterThan(1);
    expect(mistyped.length).toBeLessThan(15);
  });

  test('happens now and then on an ordinary day, in its own time', () => {
    const kindsOf = Array.from({ length: 20_000 }, (_, index) =>
      eventKindOf(new Random('day', 'event', index)),
    );
    const lost = kindsOf.filter((it) => it === 'losePhone').length;
    expect(lost).toBeGreaterThan(15);
    expect(lost).toBeLessThan(80);
  });
});

test('the tally counts what came back', () => {
  const tally = new Tally();
  for (let ms = 1; ms <= 100; ms += 1) {
    tally.sent('deposit');
    if (ms <= 98) tally.accepted('deposit', ms);
    else tally.refused('deposit', 'ACCOUNT_FROZEN', ms);
  }
  tally.sent('look');
  tally.failed('look');
  expect(tally.total()).toEqual({ sent: 101, accepted: 98, refused: 2, failed: 1 });
  expect(tally.report().join('\n')).toMatchInlineSnapshot(`
    "                      sent  accepted   refused    failed      p50      p99      max
    deposit                100        98         2         0  50.0 ms  99.0 ms 100.0 ms
           2 × ACCOUNT_FROZEN
    look                     1         0         0         1   0.0 ms   0.0 ms   0.0 ms"
  `);
});
