import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { ChannelAccount, ChannelTransaction, PaymentResult } from '@tonle/contract/channel';
import { khqrText } from '@tonle/contract/khqr';
import type { RefusalBody } from '@tonle/contract/refusal';
import { verifyLedger } from '@tonle/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mainAccountId, otherBankOfTests, startTestBank, type TestBank } from '../../test-bank.ts';
import { startTestNetwork, type TestNetwork } from '../../test-network.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { accountsPath, give, openedBy } from './test-customers.ts';

let network: TestNetwork;
let bank: TestBank;
let app: Caller;
beforeAll(async () => {
  network = await startTestNetwork();
  const of = (accountId: string, more: object = {}) => ({
    accountId,
    name: 'Sokha Lim',
    accountType: 'MOBILE' as const,
    participantCode: otherBankOfTests.participantCode,
    frozen: false,
    accountStatus: 'ACTIVATED' as const,
    ...more,
  });
  network.accounts = [of('sokha@mekg'), of('frozen@mekg', { frozen: true })];
  bank = await startTestBank({
    environment: network.environment,
    networkTiming: { pollMs: 50, retryMs: 40, retryLongestMs: 200, answerMs: 1_000 },
  });
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  app = await bank.asApp();
});
afterAll(async () => {
  await bank?.close();
  await network?.close();
});

const refused = (answer: Answer) => (answer.body as RefusalBody).status.error;
const dataOf = (answer: Answer) => (answer.body as RefusalBody).data;
const keysOf = (answer: Answer) =>
  ((answer.body as RefusalBody).fields ?? []).map(({ path, key }) => [path, key]);

/** Somebody with an account and money on it. */
async function payer(usdMinor = 1_000_00n, khrMinor = 20_000_000n): Promise<string> {
  const { accountId } = await openedBy(app);
  if (usdMinor > 0n) await give(bank, accountId, 'usd#nbc', usdMinor);
  if (khrMinor > 0n) await give(bank, accountId, 'khr#nbc', khrMinor);
  return accountId;
}
const pay = (from: string, body: Record<string, unknown>, key?: string) =>
  app.post<PaymentResult>(
    `${accountsPath}/${from}/payments`,
    { destAccountId: 'a_b@chkt', assetId: 'usd#nbc', amount: '10', ...body },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const usd = (accountId: string) => bank.balanceMinor(accountId, 'usd#nbc');

describe('a payment', () => {
  test('to a customer of this bank is there at once, with its audit entry', async () => {
    const from = await payer();
    const before = await usd('a_b@chkt');
    const answer = await pay(from, { amount: '12.50', description: 'អាហារ', extRef: 'B-1' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'SUCCESS', businessStatus: null });
    expect([await usd(from), await usd('a_b@chkt')]).toEqual([98_750n, before + 1_250n]);
    const { rows } = await bank.database.owner.pool.query(
      'SELECT activity, subject FROM audit_log WHERE request_id = $1',
      [answer.headers['x-request-id']],
    );
    expect(rows).toEqual([{ activity: 'PAYMENT_SENT', subject: from }]);
  });

  test('to the bank itself arrives on the main account', async () => {
    const from = await payer();
    const before = await usd(mainAccountId);
    expect((await pay(from, { destAccountId: mainAccountId })).status).toBe(200);
    expect(await usd(mainAccountId)).toBe(before + 1_000n);
  });

  test('to another bank is pending, leaves by the outbox, and goes on as the network says', async () => {
    const from = await payer();
    const answer = await pay(from, { destAccountId: 'sokha@mekg', amount: '20.00' });
    expect(answer.body).toMatchObject({ status: 'PENDING', businessStatus: 'PENDING' });
    expect(await usd(from)).toBe(98_000n);
    const { fiTransactionId } = answer.body;
    const arrived = () =>
      [...network.taken.values()].find(
        ({ message }) => message.type === 'TRANSFER' && message.transferId === fiTransactionId,
      );
    await expect.poll(arrived).toBeDefined();
    expect(arrived()?.message).toMatchObject({
      sourceAccountId: from,
      sourceWalletType: 'MOBILE',
      amount: '20.00',
    });
    const { port } = bank.app.server.address() as AddressInfo;
    await network.send(`http://127.0.0.1:${port}`, randomUUID(), {
      type: 'STATUS',
      transferId: fiTransactionId,
      businessStatus: 'FAILED_AT_FI',
      reason: 'Account closed',
      at: new Date().toISOString(),
    });
    expect(await usd(from)).toBe(100_000n);
    const { body } = await app.get<ChannelTransaction[]>(`${accountsPath}/${from}/transactions?currency=USD`);
    expect(body.map((it) => [it.transactionType, it.amount, it.status, it.businessStatus])).toEqual([
      ['Receive', '20.00', 'SUCCESS', null],
      ['Send/Pay', '-20.00', 'FAILED', 'FAILED_AT_FI'],
      ['Deposit', '1000.00', 'SUCCESS', null],
    ]);
  });

  test.each([
    ['nobody@mekg', 404, 'ACCOUNT_NOT_FOUND'],
    ['sokha@nowhere', 404, 'ACCOUNT_NOT_FOUND'],
    ['frozen@mekg', 409, 'ACCOUNT_BLOCKED'],
    ['nobody@chkt', 404, 'ACCOUNT_NOT_FOUND'],
    ['frozen@chkt', 409, 'ACCOUNT_BLOCKED'],
    ['off@chkt', 409, 'ACCOUNT_DEACTIVATED'],
    ['gone@chkt', 409, 'ACCOUNT_DELETED'],
    ['issuance@settle', 404, 'ACCOUNT_NOT_FOUND'],
  ])('to %s is refused', async (destAccountId, status, error) => {
    const from = await payer();
    const answer = await pay(from, { destAccountId });
    expect([answer.status, refused(answer)]).toEqual([status, error]);
    expect(await usd(from)).toBe(100_000n);
  });

  test('is made although the network is silent', async () => {
    const from = await payer();
    network.isSilent = true;
    const answer = await pay(from, { destAccountId: 'sokha@mekg' });
    network.isSilent = false;
    expect([answer.status, answer.body.status]).toEqual([200, 'PENDING']);
  });

  test('from a frozen or closed account is refused', async () => {
    for (const [from, error] of [
      ['frozen@chkt', 'ACCOUNT_BLOCKED'],
      ['off@chkt', 'ACCOUNT_DEACTIVATED'],
      ['gone@chkt', 'ACCOUNT_DELETED'],
    ] as const) {
      const answer = await pay(from, {});
      expect([answer.status, refused(answer)]).toEqual([409, error]);
    }
    expect(refused(await pay('nobody@chkt', {}))).toBe('ACCOUNT_NOT_FOUND');
    expect(refused(await pay(mainAccountId, {}))).toBe('ACCOUNT_NOT_FOUND');
  });

  test('over the balance is refused with the balance; up to it is not', async () => {
    const from = await payer(30n);
    const over = await pay(from, { amount: '0.31' });
    expect([over.status, refused(over), dataOf(over)]).toEqual([
      409,
      'BALANCE_TOO_LOW',
      { balance: '0.30', currency: 'USD' },
    ]);
    expect((await pay(from, { amount: '0.30' })).status).toBe(200);
  });

  test('over the limit of the day is refused, whatever it was spent on', async () => {
    const from = await payer(1_000_000n, 0n);
    expect((await pay(from, { amount: '2000' })).status).toBe(200);
    expect((await pay(from, { destAccountId: 'sokha@mekg', amount: '900' })).status).toBe(200);
    const over = await pay(from, { amount: '100.01' });
    expect([over.status, refused(over), dataOf(over)]).toEqual([
      409,
      'DAY_LIMIT_EXCEEDED',
      { limit: '3000.00', spent: '2900.00', currency: 'USD' },
    ]);
    expect((await pay(from, { amount: '100' })).status).toBe(200);
    const { body } = await app.get<ChannelAccount>(`${accountsPath}/${from}`);
    expect(body.limits['usd#nbc']).toEqual({ dayLimit: '3000.00', spent: '3000.00' });
  });

  test('of twenty at once stays within the limit', async () => {
    const from = await payer(1_000_000n);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(from, { amount: '200' })));
    expect(answers.filter((it) => it.status === 200).length).toBe(15);
    expect(
      answers.filter((it) => it.status === 409).every((it) => refused(it) === 'DAY_LIMIT_EXCEEDED'),
    ).toBe(true);
    expect(await usd(from)).toBe(700_000n);
  });

  test('under a key is one, however often it is sent and whatever has happened since', async () => {
    const from = await payer();
    const key = `payment-${from.split('@')[0]}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(from, {}, key)));
    expect(new Set(answers.map((it) => it.text)).size).toBe(1);
    expect(await usd(from)).toBe(99_000n);
    expect((await pay(from, { amount: '10.00' }, key)).text).toBe(answers[0]?.text);
    const other = await pay(from, { amount: '11' }, key);
    expect([other.status, refused(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    await bank.database.owner.pool.query('UPDATE account_state SET frozen = true WHERE account_id = $1', [
      from,
    ]);
    expect((await pay(from, {}, key)).text).toBe(answers[0]?.text);
    expect(refused(await pay(from, {}))).toBe('ACCOUNT_BLOCKED');
  });

  test('without a key is one each time; the same key of another app is another', async () => {
    const from = await payer();
    await Promise.all([pay(from, {}), pay(from, {})]);
    expect(await usd(from)).toBe(98_000n);
    const second = await bank.asApp({ app: 'second-app' });
    const send = (who: Caller) =>
      who.post(
        `${accountsPath}/${from}/payments`,
        { destAccountId: 'a_b@chkt', assetId: 'usd#nbc', amount: '1' },
        { 'idempotency-key': 'the-same-key' },
      );
    await Promise.all([send(app), send(second)]);
    expect(await usd(from)).toBe(97_800n);
  });

  test.each([
    [{ amount: '1e3' }, ['amount', 'amount.not-a-number']],
    [{ amount: '0' }, ['amount', 'amount.not-positive']],
    [{ amount: '1.005' }, ['amount', 'amount.usd-fraction']],
    [{ assetId: 'khr#nbc', amount: '1.5' }, ['amount', 'amount.khr-fraction']],
    [{ destAccountId: 'no id' }, ['destAccountId', 'account-id.invalid']],
    [{ description: 'x'.repeat(65) }, ['description', 'description.too-long']],
    [{ srcName: 'Somebody Else' }, ['srcName', 'field.unknown']],
    [{ qrCode: 'hello' }, ['qrCode', 'qr.invalid']],
  ])('says what is wrong with %j', async (more, expected) => {
    const answer = await pay('a_b@chkt', more);
    expect(answer.status).toBe(400);
    expect(keysOf(answer)).toContainEqual(expected);
  });

  test('to oneself is refused', async () => {
    const answer = await pay('a_b@chkt', {});
    expect(keysOf(answer)).toEqual([['destAccountId', 'recipient.is-sender']]);
  });
});

describe('a scanned code', () => {
  const made = new Date();
  const codeOf = (more: object = {}) =>
    khqrText({
      accountId: 'shop@chkt',
      currency: 'USD',
      amount: '4.25',
      name: 'Blue River Coffee',
      madeAt: made,
      ...more,
    });

  test('pays what it asks for, and is kept with the transaction', async () => {
    const from = await payer();
    const qrCode = codeOf({ billNumber: 'B-7', expiresAt: new Date(made.getTime() + 600_000) });
    const answer = await pay(from, { destAccountId: 'shop@chkt', amount: '4.25', qrCode });
    expect(answer.status).toBe(200);
    const { rows } = await bank.database.owner.pool.query(
      "SELECT details ->> 'qrCode' AS qr FROM transfer WHERE hash = decode($1, 'hex')",
      [answer.body.transactionHash],
    );
    expect(rows).toEqual([{ qr: qrCode }]);
  });

  test('without an amount leaves it to the payer', async () => {
    const from = await payer();
    const qrCode = codeOf({ amount: undefined });
    expect((await pay(from, { destAccountId: 'shop@chkt', amount: '1', qrCode })).status).toBe(200);
  });

  test('is refused when it is damaged, expired, or for another payment', async () => {
    const from = await payer();
    const expired = codeOf({ expiresAt: new Date(made.getTime() - 1_000) });
    const cases = [
      [
        { destAccountId: 'shop@chkt', amount: '4.25', qrCode: codeOf().replace('Blue', 'Blur') },
        'qr.invalid',
      ],
      [{ destAccountId: 'shop@chkt', amount: '4.25', qrCode: expired }, 'qr.expired'],
      [{ destAccountId: 'shop@chkt', amount: '4.26', qrCode: codeOf() }, 'qr.other-payment'],
      [{ destAccountId: 'a_b@chkt', amount: '4.25', qrCode: codeOf() }, 'qr.other-payment'],
      [{ destAccountId: 'shop@chkt', amount: '4', assetId: 'khr#nbc', qrCode: codeOf() }, 'qr.other-payment'],
    ] as const;
    for (const [body, key] of cases) expect(keysOf(await pay(from, body))).toEqual([['qrCode', key]]);
  });
});

describe('looking up', () => {
  test('a recipient, by id, phone or address, here and elsewhere', async () => {
    const look = (value: string) => app.get(`/channel/v1/recipients/${encodeURIComponent(value)}`);
    const dara = { accountId: 'a_b@chkt', name: 'Dara Sok', accountType: 'MOBILE', frozen: false };
    expect((await look('A_B@chkt')).body).toMatchObject(dara);
    expect((await look('012 345 678')).body).toMatchObject(dara);
    expect((await look('office@lucky.example')).body).toMatchObject({ accountId: 'web@chkt' });
    expect((await look('gone@chkt')).body).toMatchObject({ accountStatus: 'DELETED' });
    expect((await look('sokha@mekg')).body).toMatchObject({
      name: 'Sokha Lim',
      bankName: otherBankOfTests.name,
      accountStatus: 'ACTIVATED',
    });
    expect((await look('nobody@chkt')).status).toBe(404);
    expect(keysOf(await look('what'))).toEqual([['value', 'recipient.invalid']]);
    network.isSilent = true;
    const silent = await look('nobody@mekg');
    network.isSilent = false;
    expect([silent.status, refused(silent)]).toEqual([503, 'NETWORK_SILENT']);
  });

  test('one’s own transactions, page by page, with their running balance', async () => {
    const from = await payer(100_00n, 0n);
    for (let index = 1; index <= 7; index += 1) await pay(from, { amount: `${index}` });
    const path = `${accountsPath}/${from}/transactions`;
    const first = await app.get<ChannelTransaction[]>(`${path}?size=5`);
    expect([first.headers['x-total-count'], first.headers.hasnext]).toEqual(['8', 'true']);
    expect(first.body.map((it) => it.amount)).toEqual(['-7.00', '-6.00', '-5.00', '-4.00', '-3.00']);
    expect(first.body[0]).toMatchObject({ balanceAfter: '72.00', counterpartyName: 'Dara Sok' });
    const second = await app.get<ChannelTransaction[]>(`${path}?size=5&cursor=${first.headers['x-next']}`);
    expect(second.body.map((it) => it.amount)).toEqual(['-2.00', '-1.00', '100.00']);
    expect(second.headers['x-next']).toBeUndefined();
    const deposits = await app.get<ChannelTransaction[]>(`${path}?type=DEPOSIT`);
    expect([deposits.body.length, deposits.headers['x-total-count']]).toEqual([1, '1']);
    expect((await app.get<unknown[]>(`${path}?toDate=2020-01-01`)).body).toEqual([]);
    expect((await app.get(`${path}?cursor=AAAA`)).status).toBe(400);
    expect((await app.get(`${path}?size=101`)).status).toBe(400);
    expect((await app.get(`${accountsPath}/nobody@chkt/transactions`)).status).toBe(404);
  });
});

test('after all that the ledger is whole', async () => {
  const client = await bank.database.owner.pool.connect();
  try {
    expect(await verifyLedger(client)).toMatchObject({ ok: true });
  } finally {
    client.release();
  }
});
