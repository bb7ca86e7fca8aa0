import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DepositMessage, MessageToBank, StatusMessage } from '@tonle/contract/network';
import {
  isSettled,
  type NetworkStatus,
  networkStatuses,
  outgoingSteps,
  standingAfter,
} from '@tonle/contract/network-states';
import type { RefusalBody } from '@tonle/contract/refusal';
import type { TransactionDetail } from '@tonle/contract/transactions';
import { verifyLedger } from '@tonle/ledger';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../db/pool.ts';
import {
  mainAccountId,
  otherBankOfTests,
  settlementId,
  startTestBank,
  type TestBank,
} from '../../test-bank.ts';
import { startTestNetwork, type TestNetwork } from '../../test-network.ts';
import { pauseSeconds } from './dispatcher.ts';

const patience = { pollMs: 50, retryMs: 40, retryLongestMs: 200, answerMs: 1_000 };
const sokha = 'sokha@mekg';

let network: TestNetwork;
let bank: TestBank;
let url: string;

beforeAll(async () => {
  network = await startTestNetwork();
  network.accounts = [
    account(sokha, 'Sokha Lim'),
    account('frozen@mekg', 'Frozen One', { frozen: true }),
    account('closed@mekg', 'Closed One', { accountStatus: 'DELETED' }),
    account(otherBankOfTests.mainAccountId, otherBankOfTests.name),
  ];
  bank = await startTestBank({
    environment: { ...network.environment, NETWORK_SILENCE: '1' },
    networkTiming: patience,
  });
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(bank.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await bank?.close();
  await network?.close();
});
beforeEach(() => {
  network.onMessage = () => ({ outcome: 'ACCEPTED' });
  network.onInquiry = () => ({ known: true, statuses: [] });
  network.isSilent = false;
  network.tamper = undefined;
});

function account(accountId: string, name: string, more: object = {}) {
  return {
    accountId,
    name,
    accountType: 'MOBILE' as const,
    participantCode: otherBankOfTests.participantCode,
    frozen: false,
    accountStatus: 'ACTIVATED' as const,
    ...more,
  };
}

const deposit = (more: Partial<DepositMessage> = {}): DepositMessage => ({
  type: 'DEPOSIT',
  depositId: `DEP${randomUUID().replaceAll('-', '').slice(0, 20)}`,
  sourceBank: otherBankOfTests.participantCode,
  sourceAccountId: sokha,
  sourceName: 'Sokha Lim',
  sourceWalletType: 'MOBILE',
  destinationAccountId: mainAccountId,
  assetId: 'usd#nbc',
  amount: '12.50',
  ...more,
});

const status = (transferId: string, businessStatus: NetworkStatus, reason?: string): StatusMessage => ({
  type: 'STATUS',
  transferId,
  businessStatus,
  at: new Date().toISOString(),
  ...(reason === undefined ? {} : { reason }),
});

const send = (message: MessageToBank, messageId = `msg-${randomUUID()}`) =>
  network.send(url, messageId, message);

type Transferred = { data: { transactionHash: string; fiTransactionId: string; status: string } };

async function transfer(destAccountId = sokha, amount = '5.00', headers: Record<string, string> = {}) {
  const manager = await bank.as('manager');
  return manager.post<Transferred & RefusalBody>(
    '/tps/api/pg-wallet-transfer',
    { destAccountId, assetId: 'usd#nbc', amount },
    headers,
  );
}

async function detail(id: string): Promise<TransactionDetail> {
  const manager = await bank.as('manager');
  const answer = await manager.get<TransactionDetail>(
    `/report-service/api/transfer-management/iroha-transactions/${id}`,
  );
  expect(answer.status).toBe(200);
  return answer.body;
}

async function until(holds: () => boolean | Promise<boolean>, ms = 8_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come about in time');
    await sleep(20);
  }
}

const takenOf = (transferId: string) =>
  [...network.taken.values()].find(
    ({ message }) =>
      (message.type === 'TRANSFER' && message.transferId === transferId) ||
      (message.type === 'DECISION' && message.depositId === transferId),
  );

const count = async (text: string, values: unknown[] = []) =>
  Number((await bank.database.owner.pool.query<{ n: bigint }>(text, values)).rows[0]?.n);

async function expectWholeLedger(): Promise<void> {
  const client = await bank.database.owner.pool.connect();
  try {
    expect(await verifyLedger(client)).toMatchObject({ ok: true });
  } finally {
    client.release();
  }
  expect(await count('SELECT sum(balance_minor)::bigint AS n FROM balance')).toBe(0);
}

describe('a transfer to another bank', () => {
  it('is posted as pending with the debit, and the network gets it once', async () => {
    const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
    const { status: code, body } = await transfer();
    expect([code, body.data.status]).toEqual([200, 'PENDING']);
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before - 500n);
    expect(await detail(body.data.transactionHash)).toMatchObject({
      status: 'PENDING',
      businessStatus: 'PENDING',
      destinationAccountId: sokha,
      destinationName: 'Sokha Lim',
      destinationBankName: otherBankOfTests.name,
      transactionType: 'Send/Pay',
    });
    await until(() => takenOf(body.data.fiTransactionId) !== undefined);
    expect(takenOf(body.data.fiTransactionId)?.message).toMatchObject({
      type: 'TRANSFER',
      transactionHash: body.data.transactionHash,
      destinationAccountId: sokha,
      destinationBank: otherBankOfTests.participantCode,
      amount: '5.00',
    });
    await sleep(200);
    expect(takenOf(body.data.fiTransactionId)?.times).toBe(1);
  });

  it('is refused before it is sent where the recipient cannot take it, in the words of 1-portal.md section 5', async () => {
    for (const [to, name] of [
      ['nobody@mekg', 'ACCOUNT_NOT_FOUND'],
      ['frozen@mekg', 'ACCOUNT_BLOCKED'],
      ['closed@mekg', 'ACCOUNT_DELETED'],
      ['sokha@nobank', 'ACCOUNT_NOT_FOUND'],
    ] as const) {
      expect([to, (await transfer(to)).body.status.error]).toEqual([to, name]);
    }
  });

  it('under one key moves money once, also when the recipient is frozen by then', async () => {
    const key = { 'idempotency-key': randomUUID() };
    network.accounts.push(account('later@mekg', 'Later Frozen'));
    const first = await transfer('later@mekg', '1.00', key);
    network.accounts = network.accounts.map((it) =>
      it.accountId === 'later@mekg' ? { ...it, frozen: true } : it,
    );
    const second = await transfer('later@mekg', '1.00', key);
    expect([second.status, second.body.data]).toEqual([200, first.body.data]);
  });

  it('waits through an outage that the sender never hears of', async () => {
    network.isSilent = true;
    const { status: code, body } = await transfer(sokha, '2.00');
    expect([code, body.data.status]).toEqual([200, 'PENDING']);
    const health = () => bank.anyone.get<{ status: string; waiting: number }>('/health/network');
    await until(async () => (await health()).body.status === 'unreachable');
    expect((await health()).body.waiting).toBeGreaterThan(0);
    expect((await bank.anyone.get('/health/ready')).status).toBe(200);
    const { text } = await bank.anyone.get('/metrics');
    expect(text).toMatch(/tonle_network_unreachable 1\n/);
    expect(text).toMatch(/tonle_network_outbox_waiting [1-9]/);
    expect((await bank.anyone.get('/health/network', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(404);
    network.isSilent = false;
    await until(() => takenOf(body.data.fiTransactionId) !== undefined);
    await until(async () => (await health()).body.waiting === 0);
    expect((await health()).body.status).toBe('reachable');
  });

  it('is sent again until the answer is one: lost, 500, not signed', async () => {
    let round = 0;
    network.onMessage = () => {
      round += 1;
      if (round === 1) return undefined;
      if (round === 2) return { status: 500, body: { error: 'BROKEN', reason: 'x' } };
      network.tamper = round === 3 ? (bytes) => Buffer.concat([bytes, Buffer.from(' ')]) : undefined;
      return { outcome: 'ACCEPTED' };
    };
    const { body } = await transfer(sokha, '3.00');
    await until(() => (takenOf(body.data.fiTransactionId)?.times ?? 0) >= 4);
    await until(
      async () => (await count(`SELECT count(*) AS n FROM network_outbox WHERE state = 'WAITING'`)) === 0,
    );
    expect(
      await count(`SELECT count(*) AS n FROM transfer WHERE fi_transaction_id = $1`, [
        body.data.fiTransactionId,
      ]),
    ).toBe(1);
  });

  it('comes back where clearing does not take it', async () => {
    network.onMessage = () => ({ outcome: 'REFUSED', error: 'TRANSFER_REJECTED', reason: 'over the limit' });
    const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
    const { body } = await transfer(sokha, '4.00');
    await until(async () => (await detail(body.data.transactionHash)).businessStatus === 'FAILED_AT_ACH');
    const it = await detail(body.data.transactionHash);
    expect(it).toMatchObject({ status: 'REJECTED', errorMessage: 'over the limit' });
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before);
  });

  it('nothing is heard of: the network is asked, and money never returns by itself', async () => {
    const { body } = await transfer(sokha, '6.00');
    const id = body.data.fiTransactionId;
    await until(() => network.inquiries.includes(id));
    expect((await detail(id)).businessStatus).toBe('PENDING');
    // Known nowhere: the same message once more.
    const others = { known: true, statuses: [] };
    network.onInquiry = (asked) => (asked === id ? { known: false, statuses: [] } : others);
    await until(() => (takenOf(id)?.times ?? 0) >= 2);
    const said = { businessStatus: 'RECEIVED_AT_ACH' as const, at: new Date().toISOString() };
    const end = { businessStatus: 'ACKNOWLEDGED_BY_FI' as const, at: new Date().toISOString() };
    const statuses = [
      { messageId: `${id}-a`, ...said },
      { messageId: `${id}-b`, ...end },
    ];
    network.onInquiry = (asked) => (asked === id ? { known: true, statuses } : others);
    await until(async () => (await detail(id)).businessStatus === 'ACKNOWLEDGED_BY_FI');
    // The message itself may come after all; it is the same one.
    const late = await network.send(url, `${id}-b`, { type: 'STATUS', transferId: id, ...end });
    expect(late.body).toEqual({ outcome: 'ACCEPTED', effect: 'MOVES' });
  }, 20_000);
});

describe('status messages', () => {
  const opened = async () => (await transfer(sokha, '1.00')).body.data;

  it('move a transfer as the table of decisions section 7 says, and answer the same again', async () => {
    for (const last of networkStatuses.filter((one) => isSettled(standingAfter(one)))) {
      const { fiTransactionId: id, transactionHash } = await opened();
      const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
      for (const step of [...outgoingSteps[last].after, last]) {
        const messageId = `msg-${randomUUID()}`;
        const first = await send(status(id, step, `because of ${step}`), messageId);
        expect([first.status, first.body, first.isSigned]).toEqual([
          200,
          { outcome: 'ACCEPTED', effect: 'MOVES' },
          true,
        ]);
        expect(await detail(transactionHash)).toMatchObject(standingAfter(step));
      }
      const end = await detail(transactionHash);
      const returned = outgoingSteps[last].returnsMoney;
      expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + (returned ? 100n : 0n));
      expect(end.pairedTrxHash !== null).toBe(returned);
      if (end.pairedTrxHash === null) continue;
      const back = await detail(end.pairedTrxHash);
      expect(back).toMatchObject({
        pairedTrxHash: transactionHash,
        sourceAccountId: sokha,
        destinationAccountId: mainAccountId,
        status: 'SUCCESS',
        transactionType: 'Receive',
      });
      expect(end.errorMessage).toBe(`because of ${last}`);
    }
  });

  it('end the same in every order and however often: the first final state, or a refund after it', async () => {
    const step = fc.constantFrom(...networkStatuses);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (heard) => {
        const { fiTransactionId: id, transactionHash } = await opened();
        const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
        for (const one of heard) {
          const messageId = `msg-${randomUUID()}`;
          const message = status(id, one);
          const [first, again] = [await send(message, messageId), await send(message, messageId)];
          expect(again.body).toEqual(first.body);
        }
        const first = heard.find((one) => isSettled(standingAfter(one)));
        const furthest = [...heard].sort((a, b) => outgoingSteps[b].step - outgoingSteps[a].step)[0];
        const isRefunded = first === 'ACKNOWLEDGED_BY_FI' && heard.includes('REFUNDED_BY_RECEIVER');
        const end = isRefunded ? 'REFUNDED_BY_RECEIVER' : (first ?? furthest);
        if (end === undefined) return;
        expect(await detail(transactionHash)).toMatchObject(standingAfter(end));
        const returned = outgoingSteps[end].returnsMoney ? 100n : 0n;
        expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + returned);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('that come all at once leave one final state and at most one return', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { fiTransactionId: id, transactionHash } = await opened();
      const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
      const all = [...networkStatuses, ...networkStatuses].map((one) => send(status(id, one)));
      const answers = await Promise.all(all);
      expect(answers.every((one) => one.status === 200)).toBe(true);
      const end = await detail(transactionHash);
      const heard = end.businessStatus as NetworkStatus;
      expect(isSettled(end)).toBe(true);
      expect(heard).not.toBe('ACKNOWLEDGED_BY_FI');
      const returned = outgoingSteps[heard].returnsMoney ? 100n : 0n;
      expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + returned);
    }
  });

  it('that contradict are kept, raise the alarm and move nothing', async () => {
    const { fiTransactionId: id, transactionHash } = await opened();
    await send(status(id, 'ACKNOWLEDGED_BY_FI'));
    const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
    const figure = async () =>
      Number(/tonle_network_contradictions (\d+)/.exec((await bank.anyone.get('/metrics')).text)?.[1]);
    await sleep(600);
    const alarms = await figure();
    expect((await send(status(id, 'FAILED_AT_FI', 'no such account'))).body).toEqual({
      outcome: 'ACCEPTED',
      effect: 'CONTRADICTS',
    });
    await sleep(600);
    expect(await figure()).toBe(alarms + 1);
    const it = await detail(transactionHash);
    expect([it.businessStatus, it.errorMessage, it.pairedTrxHash]).toEqual([
      'ACKNOWLEDGED_BY_FI',
      null,
      null,
    ]);
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before);
    const kept = `SELECT count(*) AS n FROM event e JOIN transfer t ON t.seq = e.transfer_seq
      WHERE t.fi_transaction_id = $1 AND e.details ->> 'contradiction' = 'FAILED_AT_FI'`;
    expect(await count(kept, [id])).toBe(1);
  });

  it('of a transfer that is not ours are 404; another message under a known id is 422', async () => {
    expect((await send(status('NOSUCHTRANSFER', 'ACKNOWLEDGED_BY_FI'))).status).toBe(404);
    const { fiTransactionId: id } = await opened();
    const messageId = `msg-${randomUUID()}`;
    await send(status(id, 'RECEIVED_AT_ACH'), messageId);
    expect((await send(status(id, 'ACKNOWLEDGED_BY_FI'), messageId)).status).toBe(422);
  });
});

describe('a deposit', () => {
  it('to the main account waits for a decision; to a customer it is theirs', async () => {
    const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
    const toMain = await send(deposit());
    expect(toMain).toMatchObject({
      status: 200,
      isSigned: true,
      body: { outcome: 'ACCEPTED', businessStatus: 'RECEIVED_AT_FI' },
    });
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + 1_250n);
    const hash = 'transactionHash' in toMain.body ? toMain.body.transactionHash : '';
    expect(await detail(hash)).toMatchObject({
      status: 'SUCCESS',
      transactionType: 'Deposit',
      businessStatus: 'RECEIVED_AT_FI',
      destinationWalletType: 'BANK',
      sourceAccountId: sokha,
      sourceBankName: otherBankOfTests.name,
    });
    const customers = await bank.balanceMinor('a_b@chkt', 'khr#nbc');
    const message = deposit({ destinationAccountId: 'a_b@chkt', assetId: 'khr#nbc', amount: '15000' });
    expect((await send(message)).body).toMatchObject({
      outcome: 'ACCEPTED',
      businessStatus: 'ACKNOWLEDGED_BY_FI',
    });
    expect(await bank.balanceMinor('a_b@chkt', 'khr#nbc')).toBe(customers + 15_000n);
  });

  it('is posted once however often it comes, at once or later, and answered the same', async () => {
    const message = deposit();
    const messageId = `msg-${randomUUID()}`;
    const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(message, messageId)));
    const later = await send(message, messageId);
    for (const one of [...answers, later]) expect(one).toEqual(answers[0]);
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + 1_250n);
    expect((await send({ ...message, amount: '99.00' }, messageId)).status).toBe(422);
    expect((await send(message)).body).toMatchObject({ outcome: 'REFUSED', error: 'DEPOSIT_ID_REUSED' });
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before + 1_250n);
  });

  it.each([
    ['a frozen account', { destinationAccountId: 'frozen@chkt' }, 'ACCOUNT_FROZEN'],
    ['a deactivated account', { destinationAccountId: 'off@chkt' }, 'ACCOUNT_CLOSED'],
    ['a deleted account', { destinationAccountId: 'gone@chkt' }, 'ACCOUNT_CLOSED'],
    ['no account', { destinationAccountId: 'nobody@chkt' }, 'ACCOUNT_NOT_FOUND'],
    ['another bank’s account', { destinationAccountId: sokha }, 'ACCOUNT_NOT_FOUND'],
    ['an inner account of the book', { destinationAccountId: settlementId }, 'ACCOUNT_NOT_FOUND'],
    ['a bank that is none', { sourceBank: 'NOBANKXX' }, 'PARTICIPANT_UNKNOWN'],
    ['a source of another domain', { sourceAccountId: 'sokha@ansb' }, 'PARTICIPANT_UNKNOWN'],
    ['a fraction of a riel', { assetId: 'khr#nbc', amount: '1.5' }, 'AMOUNT_INVALID'],
    ['nothing', { amount: '0' }, 'AMOUNT_INVALID'],
  ] as const)('for %s is refused to the network', async (_, more, error) => {
    const messageId = `msg-${randomUUID()}`;
    const message = deposit(more);
    const first = await send(message, messageId);
    expect(first).toMatchObject({ status: 200, body: { outcome: 'REFUSED', error } });
    expect((await send(message, messageId)).body).toEqual(first.body);
  });

  it('that was refused stays refused, though the account could take it by now', async () => {
    const message = deposit({ destinationAccountId: 'frozen@chkt' });
    const messageId = `msg-${randomUUID()}`;
    const first = await send(message, messageId);
    const { pool } = bank.database.owner;
    await pool.query(`UPDATE account_state SET frozen = false WHERE account_id = 'frozen@chkt'`);
    const second = await send(message, messageId);
    await pool.query(`UPDATE account_state SET frozen = true WHERE account_id = 'frozen@chkt'`);
    expect(second.body).toEqual(first.body);
  });

  it('from a bank that joined the network since finds its settlement account opened', async () => {
    const code = 'NEWBKHPPXXX';
    network.participants = [
      { participantCode: code, name: 'New Bank', domain: 'newb', mainAccountId: 'newbkhppxxx@newb' },
    ];
    const message = deposit({ sourceBank: 'ANSBKHPPXXX', sourceAccountId: 'bopha@ansb' });
    expect((await send(message)).body).toMatchObject({ outcome: 'ACCEPTED' });
    await expectWholeLedger();
  });
});

describe('a signature', () => {
  const message = deposit();
  const body = JSON.stringify(message);
  const before = () => count('SELECT count(*) AS n FROM transfer');

  it.each([
    [
      'made with another key',
      'signature',
      async () => ({ key: (await import('node:crypto')).generateKeyPairSync('ed25519').privateKey }),
    ],
    ['over other bytes', 'signature', async () => ({ sentBody: body.replace('12.50', '99.50') })],
    ['for another bank', 'signature', async () => ({ recipient: 'MEKGKHPPXXX' })],
    ['for another path', 'signature', async () => ({ what: 'POST /network/v1/account-inquiry' })],
    ['of an unknown key', 'key', async () => ({ keyId: 'somebody' })],
    ['of six minutes ago', 'time', async () => ({ time: new Date(Date.now() - 360_000) })],
    ['of the future', 'time', async () => ({ time: new Date(Date.now() + 360_000) })],
    ['that is none', 'signature', async () => ({ headers: { 'x-network-signature': 'AAAA' } })],
    ['without an id', 'headers', async () => ({ headers: { 'x-network-message-id': 'x' } })],
  ] as const)('%s is refused', async (_, reason, as) => {
    const transfers = await before();
    const answer = await network.send(url, `msg-${randomUUID()}`, message, await as());
    expect([answer.status, answer.body.status?.error]).toEqual([401, 'SIGNATURE_REFUSED']);
    expect((answer.body as { data?: unknown }).data).toEqual({ reason });
    expect(await before()).toBe(transfers);
  });

  it('is asked of the look-up too, which tells other banks whose account it is', async () => {
    const ask = (value: string, by = 'ACCOUNT_ID') =>
      network.post(url, '/network/v1/account-inquiry', `ask-${randomUUID()}`, JSON.stringify({ by, value }));
    expect((await ask('a_b@chkt')).body).toEqual({
      account: {
        accountId: 'a_b@chkt',
        name: 'Dara Sok',
        accountType: 'MOBILE',
        participantCode: 'CHKTKHPPXXX',
        frozen: false,
        accountStatus: 'ACTIVATED',
      },
    });
    expect((await ask('85512345678', 'PHONE')).body).toMatchObject({ account: { accountId: 'a_b@chkt' } });
    expect((await ask(settlementId)).body).toEqual({ account: null });
  });
});

describe('accounts of other banks', () => {
  it('are looked up over the gateway, and the network’s silence is said in words', async () => {
    const manager = await bank.as('manager');
    const byId = await manager.get(`/tps/api/v2/fst-iroha-accounts/${sokha}`);
    expect(byId).toMatchObject({
      status: 200,
      body: { accountId: sokha, name: 'Sokha Lim', bankName: otherBankOfTests.name },
    });
    const check = (id: string) => manager.get<RefusalBody>(`/tps/api/fst-iroha-accounts/check-account/${id}`);
    expect((await check(sokha)).body).toEqual({
      accountId: sokha,
      frozen: false,
      accountStatus: 'ACTIVATED',
    });
    expect((await check('frozen@mekg')).body).toMatchObject({ frozen: true });
    expect((await check('nobody@mekg')).status).toBe(404);
    network.isSilent = true;
    const silent = await check(sokha);
    expect([silent.status, silent.body.status.error]).toEqual([503, 'NETWORK_SILENT']);
    expect(silent.body.status.message).toMatch(/does not answer/);
    expect((await check('a_b@chkt')).status).toBe(200);
  });
});

describe('several servers on one database', () => {
  it('share the outbox: each message is sent by one of them', async () => {
    const database = openDatabase(bank.database.url, { max: 5 });
    const second = await buildApp({
      mode: 'test',
      version: '0.0.0-test',
      config: bank.config,
      database,
      networkTiming: patience,
    });
    try {
      // Away first, so that all of it is due at once when the network is back.
      network.isSilent = true;
      const sent = await Promise.all(Array.from({ length: 40 }, () => transfer(sokha, '0.10')));
      network.isSilent = false;
      const ids = sent.map((one) => one.body.data.fiTransactionId);
      await until(() => ids.every((id) => takenOf(id) !== undefined), 15_000);
      await sleep(300);
      expect(ids.map((id) => takenOf(id)?.times)).toEqual(ids.map(() => 1));
    } finally {
      await second.close();
      await database.close();
    }
  }, 30_000);
});

test('failures are retried later and later, each a little apart from the others', () => {
  const timing = { retryMs: 1_000, retryLongestMs: 60_000 };
  const longest = [1, 2, 3, 7, 8, 1_000].map((attempt) => pauseSeconds(timing, attempt, 1));
  expect(longest).toEqual([1, 2, 4, 60, 60, 60]);
  expect(pauseSeconds(timing, 3, 0)).toBe(2);
});

it('leaves the book whole', expectWholeLedger);
