import { describe, expect, test } from 'vitest';
import { AccountId } from './account-id.ts';
import { judgeAmount } from './amount.ts';
import { recipientOf, TransferRequest } from './main-account.ts';
import { messagesKm } from './messages.km.ts';
import { fill, messages } from './messages.ts';
import { formatPhone, normalisePhone, Phone } from './phone.ts';
import { text } from './text.ts';
import { incomingTransactions, TransactionSearch } from './transactions.ts';

describe('phone', () => {
  test.each([
    ['012345678', '85512345678'],
    ['+855 12 345 678', '85512345678'],
    ['855-12-345-6789', '855123456789'],
    ['00855 96 312 8807', '855963128807'],
    ['12345678', '85512345678'],
    ['០១២ ៣៤៥ ៦៧៨', '85512345678'],
  ])('%s is %s', (typed, phone) => {
    expect(normalisePhone(typed)).toBe(phone);
  });

  test.each([
    '',
    '+855 012 345 678',
    '1234567',
    '+1 212 555 0100',
    '+47 21 45 67 89',
    '8551234567890',
    'abc',
    '٠١٢٣٤٥٦٧٨',
  ])('%j is no phone', (typed) => {
    expect(normalisePhone(typed)).toBeUndefined();
  });

  test('a masked field says what is wrong', () => {
    expect(Phone.safeParse('+855 012 345 678').error?.issues[0]?.message).toBe('phone.starts-with-zero');
    expect(Phone.safeParse('+855 12').error?.issues[0]?.message).toBe('phone.invalid');
    expect(formatPhone('855123456789')).toBe('+855 12 345 6789');
  });
});

describe('recipient', () => {
  test.each([
    ['Sok_Dara@CHKT', 'account-id', 'sok_dara@chkt'],
    [' 092 417 226 ', 'phone', '85592417226'],
    ['Sok.Dara@example.com', 'email', 'sok.dara@example.com'],
  ])('%s is an %s', (typed, kind, value) => {
    expect(recipientOf(typed)).toEqual({ kind, value });
  });

  test.each(['', 'sok dara', 'a@', '@chkt', `${'a'.repeat(33)}@chkt`, 'sok_dara@toolongdomain', "x' or 1=1"])(
    '%j is none',
    (typed) => {
      expect(recipientOf(typed)).toBeUndefined();
    },
  );
});

describe('transfer request', () => {
  const good = { destAccountId: 'Sok_Dara@chkt', assetId: 'khr#nbc', amount: '15000' };
  const keysOf = (body: unknown) => TransferRequest.safeParse(body).error?.issues.map((it) => it.message);

  test('lower-cases the account, keeps the amount as it was written, takes null and "" as absent', () => {
    expect(TransferRequest.parse({ ...good, extRef: '', description: null, sourceOfFunds: null })).toEqual({
      ...good,
      destAccountId: 'sok_dara@chkt',
    });
    expect(TransferRequest.parse({ ...good, amount: 100 }).amount).toBe('100');
    const lossless = { isLosslessNumber: true, toString: () => '9007199254740993' };
    expect(TransferRequest.parse({ ...good, amount: lossless }).amount).toBe('9007199254740993');
  });

  test.each([
    ['', 'amount.required'],
    ['0', 'amount.not-positive'],
    ['-1', 'amount.not-positive'],
    ['100.5', 'amount.khr-fraction'],
    ['1e3', 'amount.not-a-number'],
    [1e30, 'amount.not-a-number'],
    ['9'.repeat(30), 'amount.out-of-range'],
  ])('amount %j is refused: %s', (amount, key) => {
    expect(keysOf({ ...good, amount })).toEqual([key]);
  });

  test('USD takes two decimals at most', () => {
    expect(judgeAmount('0.30', 'USD')).toBe(30n);
    expect(judgeAmount('0.301', 'USD')).toBe('amount.usd-fraction');
  });

  test('source of funds needs both, in words', () => {
    expect(keysOf({ ...good, sourceOfFunds: { name: 'Dara', phoneNumber: '' } })).toEqual([
      'source-of-funds.phone-required',
    ]);
    expect(keysOf({ ...good, sourceOfFunds: { name: ' ', phoneNumber: '012345678' } })).toEqual([
      'source-of-funds.name-required',
    ]);
    expect(keysOf({ ...good, sourceOfFunds: { name: 'Dara', phoneNumber: '123' } })).toEqual([
      'phone.invalid',
    ]);
  });

  test('a description holds 64 characters as people count them, and unknown fields are refused', () => {
    expect(keysOf({ ...good, description: '😀'.repeat(64) })).toBeUndefined();
    expect(keysOf({ ...good, description: 'ក'.repeat(65) })).toEqual(['description.not-short-enough']);
    expect(TransferRequest.safeParse({ ...good, blocked: true }).error?.issues[0]?.code).toBe(
      'unrecognized_keys',
    );
  });

  test('NUL and lone surrogates are refused', () => {
    for (const hostile of ['a\u0000b', '\ud800', 'x\udc00'])
      expect(text(10).safeParse(hostile).success).toBe(false);
    expect(text(10).parse(' ខ្មែរ\n ')).toBe('ខ្មែរ');
    // What cannot be seen says nothing by itself; between words it stays, since Khmer is parted by it.
    expect(text(10).parse('\u200b \u2060\u202e')).toBe('');
    expect(text(20).parse('ខ្មែរ\u200bខ្មែរ')).toBe('ខ្មែរ\u200bខ្មែរ');
  });
});

describe('lists', () => {
  const query = (it: Record<string, unknown>) => incomingTransactions.query?.safeParse(it);

  test('ALL and empty mean not given; several values come apart', () => {
    expect(query({ status: 'ALL', businessStatus: '', currencies: 'KHR,USD,KHR' })?.data).toMatchObject({
      status: undefined,
      businessStatus: undefined,
      currencies: ['KHR', 'USD'],
    });
    expect(TransactionSearch.parse({ status: ['SUCCESS', 'PENDING'] }).status).toEqual([
      'SUCCESS',
      'PENDING',
    ]);
  });

  test.each([
    '(case when 1=1 then 1 end)',
    'password,asc',
    'transactionCreatedTime,sideways',
    'transactionCreatedTime,asc,1',
  ])('known fault: sort=%s is refused, never SQL (fineract CVE-2018-1289)', (sort) => {
    expect(query({ sort })?.success).toBe(false);
  });

  test('page and size are bounded whole numbers', () => {
    for (const wrong of [
      { size: '0' },
      { size: '101' },
      { page: '-1' },
      { page: '1.5' },
      { size: 'ten' },
      { page: '99999999999' },
      { cursor: '../x' },
      { status: 'MAYBE' },
      { fromDate: '2026-02-30' },
    ])
      expect(query(wrong)?.success, JSON.stringify(wrong)).toBe(false);
    expect(query({})?.data).toMatchObject({
      page: 0,
      size: 10,
      sort: { field: 'transactionCreatedTime', direction: 'desc' },
    });
  });

  test('account ids are bounded and lower-cased', () => {
    expect(AccountId.parse('  A_B@CHKT')).toBe('a_b@chkt');
    expect(AccountId.safeParse('a-b@chkt').success).toBe(false);
  });
});

describe('messages', () => {
  test('both languages have the same keys and parameters', () => {
    expect(Object.keys(messagesKm)).toEqual(Object.keys(messages));
    const params = (it: string) => [...it.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    for (const key of Object.keys(messages) as (keyof typeof messages)[])
      expect(params(messagesKm[key]), key).toEqual(params(messages[key]));
  });

  test('parameters are filled, unknown ones stay', () => {
    expect(fill('Account {account} is {what}', { account: 'a@chkt' })).toBe('Account a@chkt is {what}');
  });
});
