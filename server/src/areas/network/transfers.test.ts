import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../db/pool.ts';
import { mainAccountId, otherBankOfTests } from '../../test-bank.ts';
import { pauseSeconds } from './dispatcher.ts';
import {
  account,
  bank,
  count,
  detail,
  expectWholeLedger,
  health,
  network,
  patience,
  sokha,
  takenOf,
  transfer,
  until,
  untilOutboxIsEmpty,
  url,
} from './test-gateway.ts';

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
    await untilOutboxIsEmpty();
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
    await until(async () => (await health()).status === 'unreachable');
    expect((await health()).waiting).toBeGreaterThan(0);
    expect((await bank.anyone.get('/health/ready')).status).toBe(200);
    const { text } = await bank.anyone.get('/metrics');
    expect(text).toMatch(/tonle_network_unreachable 1\n/);
    expect(text).toMatch(/tonle_network_outbox_waiting [1-9]/);
    expect((await bank.anyone.get('/health/network', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(404);
    network.isSilent = false;
    await until(() => takenOf(body.data.fiTransactionId) !== undefined);
    await until(async () => (await health()).waiting === 0);
    expect((await health()).status).toBe('reachable');
  });

  it('of a network that was away is asked about again, though nothing else is to be sent', async () => {
    const { body } = await transfer(sokha, '1.00');
    await untilOutboxIsEmpty();
    network.isSilent = true;
    // Nothing but the question what became of it can have failed.
    await until(async () => (await health()).status === 'unreachable');
    expect((await health()).waiting).toBe(0);
    network.inquiries.length = 0;
    network.isSilent = false;
    await until(() => network.inquiries.includes(body.data.fiTransactionId));
    await until(async () => (await health()).status === 'reachable');
  }, 20_000);

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
    await untilOutboxIsEmpty();
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
      await untilOutboxIsEmpty();
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
