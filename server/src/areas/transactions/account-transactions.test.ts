import type { AccountDetails } from '@tonle/contract/main-account';
import type { RefusalBody } from '@tonle/contract/refusal';
import type { TransactionDetail, TransactionProof, TransactionRow } from '@tonle/contract/transactions';
import { checkProof, type InclusionProof } from '@tonle/ledger/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  mainAccountId,
  settlementId,
  startTestBank,
  type TestBank,
  type TestTransfer,
} from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';

const base = '/report-service/api/transfer-management/iroha-transactions';
const now = new Date('2026-03-10T05:00:00Z');
const on = (day: string, time: string) => new Date(`${day}T${time}+07:00`);
const account = 'a_b@chkt';

const past: TestTransfer[] = [
  {
    at: on('2026-01-10', '08:00:00'),
    from: mainAccountId,
    to: account,
    amountMinor: 900n,
    fiTransactionId: 'SENT-BY-MAIN',
  },
  {
    at: on('2026-02-20', '00:05:00'),
    from: settlementId,
    to: account,
    sourceAccountId: 'bopha@mekg',
    amountMinor: 10_000n,
    type: 'DEPOSIT',
    fiTransactionId: 'DEPOSITED',
  },
  {
    at: on('2026-02-20', '23:55:00'),
    from: account,
    to: 'shop@chkt',
    amountMinor: 120n,
    type: 'RECEIVE',
    fiTransactionId: 'PAID-AT-SHOP',
  },
  {
    at: on('2026-03-01', '12:00:00'),
    from: 'shop@chkt',
    to: account,
    amountMinor: 20n,
    fiTransactionId: 'PAID-BACK',
  },
  {
    at: on('2026-03-02', '12:00:00'),
    from: mainAccountId,
    to: 'axb@chkt',
    amountMinor: 5n,
    fiTransactionId: 'OTHERS',
  },
];

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({ past, opened: on('2026-01-01', '08:00:00'), clock: () => now });
  manager = await bank.as('manager');
});
afterAll(() => bank.close());

const list = (query = '', id = account): Promise<Answer<TransactionRow[]>> =>
  manager.get<TransactionRow[]>(`${base}/account-details/${id}?${query}`);
const seen = (answer: Answer<TransactionRow[]>) =>
  answer.body.map((it) => [it.fiTransactionId, it.transactionType]);
const factsOf = ({ headers }: Answer) => [
  headers['x-total-count'],
  headers['x-sum-khr'],
  headers['x-sum-usd'],
];
const keysOf = (answer: Answer) => (answer.body as RefusalBody).fields?.map((it) => it.key);

describe('the transactions of an account', () => {
  test.each([`${base}/account-details/${account}`, `${base}/proof/${'0'.repeat(64)}`])(
    '%s: nobody without the right',
    async (path) => {
      expect((await bank.anyone.get(path)).status).toBe(401);
      for (const login of ['admin', 'access', 'authorizer', 'keyholder1']) {
        expect([login, (await (await bank.as(login)).get(path)).status]).toEqual([login, 403]);
      }
    },
  );

  test('the list is for holders of the account details alone', async () => {
    for (const login of ['teller', 'auditor']) {
      const answer = await (await bank.as(login)).get(`${base}/account-details/${account}`);
      expect([login, answer.status]).toEqual([login, 403]);
    }
  });

  test('all of them, newest first, of types as the account sees them, with totals and sums', async () => {
    const answer = await list();
    expect(seen(answer)).toEqual([
      ['PAID-BACK', 'Receive'],
      ['PAID-AT-SHOP', 'Send/Pay'],
      ['DEPOSITED', 'Deposit'],
      ['SENT-BY-MAIN', 'Receive'],
    ]);
    expect(factsOf(answer)).toEqual(['4', '0', '110.40']);
    expect(seen(await list('', 'shop@chkt'))).toEqual([
      ['PAID-BACK', 'Send/Pay'],
      ['PAID-AT-SHOP', 'Receive'],
    ]);
  });

  test.each([
    ['ALL', ['PAID-BACK', 'PAID-AT-SHOP', 'DEPOSITED', 'SENT-BY-MAIN'], '110.40'],
    ['', ['PAID-BACK', 'PAID-AT-SHOP', 'DEPOSITED', 'SENT-BY-MAIN'], '110.40'],
    ['SEND_PAY', ['PAID-AT-SHOP'], '1.20'],
    ['DEPOSIT', ['DEPOSITED'], '100.00'],
    ['RECEIVE', ['PAID-BACK', 'SENT-BY-MAIN'], '9.20'],
  ])('type=%s', async (type, ids, sum) => {
    const answer = await list(`type=${type}`);
    expect(answer.body.map((it) => it.fiTransactionId)).toEqual(ids);
    expect(factsOf(answer)).toEqual([String(ids.length), '0', sum]);
  });

  test('Known fault (bcgov/entity 4066): a day holds its rows of 00:05 and 23:55', async () => {
    const answer = await list('from=2026-02-20&to=2026-02-20');
    expect(answer.body.map((it) => it.fiTransactionId)).toEqual(['PAID-AT-SHOP', 'DEPOSITED']);
    expect(factsOf(answer)).toEqual(['2', '0', '101.20']);
    const typed = await list('from=2026-02-20&type=RECEIVE');
    expect(typed.body.map((it) => it.fiTransactionId)).toEqual(['PAID-BACK']);
  });

  test('pages by number and by cursor, either way round', async () => {
    const first = await list('size=2');
    expect([first.headers.hasnext, first.headers.hasprevious]).toEqual(['true', 'false']);
    const second = await list(`size=2&cursor=${first.headers['x-next']}`);
    expect(seen(second)).toEqual(seen(await list('size=2&page=1')));
    expect(seen(await list(`size=2&cursor=${second.headers['x-prev']}`))).toEqual(seen(first));
    const oldest = await list('size=1&sort=transactionCreatedTime,asc&type=RECEIVE');
    expect(seen(oldest)).toEqual([['SENT-BY-MAIN', 'Receive']]);
  });

  test('a text is searched among them, of the types asked for', async () => {
    expect(seen(await list('filter=PAID'))).toEqual([
      ['PAID-BACK', 'Receive'],
      ['PAID-AT-SHOP', 'Send/Pay'],
    ]);
    expect(seen(await list('filter=PAID&type=RECEIVE'))).toEqual([['PAID-BACK', 'Receive']]);
    expect(seen(await list('filter=DEPO&type=DEPOSIT'))).toEqual([['DEPOSITED', 'Deposit']]);
    expect(seen(await list('filter=OTHERS'))).toEqual([]);
  });

  test('the main account has its own; inner accounts, other banks’ and unknown ones are not there', async () => {
    const ofMain = await list('type=SEND_PAY', mainAccountId);
    expect(ofMain.body.map((it) => it.fiTransactionId)).toEqual(['OTHERS', 'SENT-BY-MAIN']);
    for (const id of [settlementId, 'bopha@mekg', 'nobody@chkt']) {
      const answer = await list('', id);
      expect([id, answer.status]).toEqual([id, 404]);
    }
  });

  test.each([
    ['from=2026-03-02&to=2026-03-01', 'day.range-reversed'],
    ['from=yesterday', 'field.invalid-date'],
    ['type=GIFT', 'field.not-a-choice'],
    ['sort=amount,desc', 'field.invalid-sort'],
    ['filter=ab', 'search.too-short'],
    ['cursor=nonsense', 'field.invalid'],
  ])('%s is refused', async (query, key) => {
    const answer = await list(query);
    expect([answer.status, keysOf(answer)]).toEqual([400, [key]]);
  });
});

describe('an account’s details', () => {
  const path = (id: string) => `/tps/api/v2/fst-iroha-accounts/${id}`;

  test('a person’s, an organisation’s and the main account’s', async () => {
    const person = await manager.get<AccountDetails>(path(account));
    expect(person.body).toMatchObject({
      accountId: account,
      accountType: 'MOBILE',
      fullName: 'Dara Sok',
      organizationName: null,
      primaryContact: '85512345678',
      secondaryContact: null,
      phoneNumber: '85512345678',
      status: 'ACTIVATED',
      frozen: false,
      balanceKhr: '0',
      balanceUsd: '108.00',
      assets: { 'khr#nbc': '0', 'usd#nbc': '108.00' },
    });
    expect(Number.isNaN(Date.parse(person.body.createdTime ?? ''))).toBe(false);
    const shop = await manager.get<AccountDetails>(path('shop@chkt'));
    expect(shop.body).toMatchObject({ fullName: null, organizationName: 'Blue River Coffee' });
    expect((await manager.get<AccountDetails>(path('frozen@chkt'))).body.frozen).toBe(true);
    expect((await manager.get<AccountDetails>(path('gone@chkt'))).body.status).toBe('DELETED');
    const main = await manager.get<AccountDetails>(path(mainAccountId));
    expect(main.body).toMatchObject({ accountType: 'BANK', fullName: null, primaryContact: null });
    expect((await manager.get(path('nobody@chkt'))).status).toBe(404);
  });
});

describe('a transaction seen from an account', () => {
  test('opens from either of its sides', async () => {
    for (const id of [account, 'shop@chkt']) {
      const answer = await manager.get<TransactionDetail>(`${base}/${id}/PAID-AT-SHOP`);
      expect([id, answer.body.fiTransactionId]).toEqual([id, 'PAID-AT-SHOP']);
    }
    expect((await manager.get(`${base}/axb@chkt/PAID-AT-SHOP`)).status).toBe(404);
  });
});

describe('the proof that a transaction is sealed', () => {
  const proofOf = (caller: Caller, hash: string): Promise<Answer<TransactionProof>> =>
    caller.get<TransactionProof>(`${base}/proof/${hash}`);
  const hashOf = async (id: string) =>
    (await manager.get<TransactionDetail>(`${base}/${id}`)).body.transactionHash;

  test('holds, and says what the detail says', async () => {
    const hash = await hashOf('PAID-AT-SHOP');
    const { body } = await proofOf(manager, hash.toUpperCase());
    const check = await checkProof(body as InclusionProof);
    expect(check).toMatchObject({
      holds: true,
      record: {
        blockHash: body.blockHash,
        transfer: {
          transactionHash: hash,
          amountMinor: '120',
          sourceAccountId: account,
          destinationAccountId: 'shop@chkt',
          fiTransactionId: 'PAID-AT-SHOP',
        },
      },
    });
  });

  test('a forged amount does not hold', async () => {
    const { body } = await proofOf(manager, await hashOf('PAID-AT-SHOP'));
    const forged = { ...body, payload: body.payload?.replace('"120"', '"121"') } as InclusionProof;
    expect(forged.payload).not.toBe(body.payload);
    expect(await checkProof(forged)).toEqual({ holds: false, fault: 'transaction-hash' });
  });

  test('whoever may not see the transaction, or none there is: not there', async () => {
    const teller = await bank.as('teller');
    expect((await proofOf(teller, await hashOf('PAID-AT-SHOP'))).status).toBe(404);
    expect((await proofOf(await bank.as('auditor'), await hashOf('PAID-AT-SHOP'))).status).toBe(200);
    expect((await proofOf(manager, 'f'.repeat(64))).status).toBe(404);
    expect((await proofOf(manager, 'nonsense')).status).toBe(400);
  });
});
