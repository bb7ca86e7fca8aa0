import type { TransferResult } from '@tonle/contract/main-account';
import type { RefusalBody } from '@tonle/contract/refusal';
import { issuanceAccountId } from '@tonle/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mainAccountId, startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';

const path = '/tps/api/pg-wallet-transfer';
type Sent = { status: { code: 0 }; data: TransferResult };

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({ mainKhrMinor: 9_100_000_000_000_000n, mainUsdMinor: 1_000_000n });
  manager = await bank.as('manager');
});
afterAll(() => bank.close());

const dollars = (amount: string, more: Record<string, unknown> = {}) => ({
  destAccountId: 'a_b@chkt',
  assetId: 'usd#nbc',
  amount,
  ...more,
});
const send = (body: unknown, key?: string, caller: Caller = manager) =>
  caller.post<Sent>(path, body, key === undefined ? {} : { 'idempotency-key': key });
const refused = (answer: Answer) => (answer.body as RefusalBody).status;
const fieldsOf = (answer: Answer) => (answer.body as RefusalBody).fields ?? [];
const transferCount = async () =>
  Number((await bank.database.owner.pool.query('SELECT count(*) FROM transfer')).rows[0].count);

describe('sending', () => {
  test('moves the money at once, signed, with its audit entry', async () => {
    const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
    const held = await bank.balanceMinor('a_b@chkt', 'usd#nbc');
    const answer = await send(
      dollars('12.50', {
        srcName: 'Chaktomuk Bank',
        description: 'ប្រាក់ខែ',
        extRef: 'PAY-1',
        sourceOfFunds: { name: 'Sok Dara', phoneNumber: '+855 12 345 678' },
      }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data.status).toBe('SUCCESS');
    expect(answer.body.data.fiTransactionId).toMatch(/^CHKT\d{8}[0-9A-Z]{12}$/);
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(before - 1250n);
    expect(await bank.balanceMinor('a_b@chkt', 'usd#nbc')).toBe(held + 1250n);

    const hash = answer.body.data.transactionHash;
    const { rows } = await bank.database.owner.pool.query(
      "SELECT login, activity, new_values ->> 'amount' AS amount FROM audit_log WHERE new_values ->> 'transactionHash' = $1",
      [hash],
    );
    expect(rows).toEqual([{ login: 'manager', activity: 'TRANSFER_SENT', amount: '12.50' }]);
    const stored = await bank.database.owner.pool.query(
      "SELECT key_id, octet_length(signature) AS bytes, details ->> 'sourceOfFundsPhoneNumber' AS phone FROM transfer WHERE hash = decode($1, 'hex')",
      [hash],
    );
    expect(stored.rows[0]).toMatchObject({ bytes: 64, phone: '85512345678' });
  });

  test('is for whoever holds the permission: 401 without a session, 403 without it', async () => {
    expect((await bank.anyone.post(path, dollars('1'))).status).toBe(401);
    for (const login of ['auditor', 'admin', 'access', 'authorizer', 'keyholder1', 'teller', 'inputter']) {
      expect((await send(dollars('1'), undefined, await bank.as(login))).status, login).toBe(403);
    }
    expect(await manager.get(path)).toMatchObject({ status: 405 });
  });

  test.each([
    ['nowhere@chkt', 404, 'ACCOUNT_NOT_FOUND', 'No account was found for nowhere@chkt'],
    ['issuance@settle', 404, 'ACCOUNT_NOT_FOUND', 'No account was found for issuance@settle'],
    ['frozen@chkt', 409, 'ACCOUNT_BLOCKED', 'Account frozen@chkt is blocked'],
    ['off@chkt', 409, 'ACCOUNT_DEACTIVATED', 'Account off@chkt is deactivated'],
    ['gone@chkt', 409, 'ACCOUNT_DELETED', 'Account gone@chkt is deleted'],
    [mainAccountId, 409, 'RECIPIENT_IS_MAIN_ACCOUNT', 'Money cannot be sent from the main account to itself'],
  ])('to %s is refused', async (destAccountId, status, error, message) => {
    const count = await transferCount();
    const answer = await send(dollars('1', { destAccountId }));
    expect(answer.status).toBe(status);
    expect(refused(answer)).toMatchObject({ error, message });
    expect(await transferCount()).toBe(count);
  });

  test('to another bank says that those cannot be asked for yet', async () => {
    const answer = await send(dollars('1', { destAccountId: 'sok@mekg' }));
    expect(refused(answer).error).toBe('ACCOUNT_NOT_FOUND');
    expect(fieldsOf(answer)).toMatchObject([{ path: 'destAccountId', key: 'account.of-other-bank' }]);
  });

  test('to an account frozen between check and send is refused (the ledger judges again)', async () => {
    const check = await manager.get('/tps/api/fst-iroha-accounts/check-account/khmer@chkt');
    expect(check.body).toEqual({ accountId: 'khmer@chkt', frozen: false, accountStatus: 'ACTIVATED' });
    const freeze = (frozen: boolean) =>
      bank.database.owner.pool.query("UPDATE account_state SET frozen = $1 WHERE account_id = 'khmer@chkt'", [
        frozen,
      ]);
    await freeze(true);
    const answer = await send(dollars('1', { destAccountId: 'khmer@chkt' }));
    await freeze(false);
    expect(refused(answer)).toMatchObject({
      error: 'ACCOUNT_BLOCKED',
      message: 'Account khmer@chkt is blocked',
    });
  });
});

describe('what may be sent', () => {
  test.each([
    ['', 'amount.required'],
    ['0', 'amount.not-positive'],
    ['-1', 'amount.not-positive'],
    ['-0', 'amount.not-a-number'],
    ['1e3', 'amount.not-a-number'],
    [' 5 ', 'amount.not-a-number'],
    ['٥', 'amount.not-a-number'],
    ['NaN', 'amount.not-a-number'],
    ['007', 'amount.not-a-number'],
    ['1.005', 'amount.usd-fraction'],
    [`1${'0'.repeat(30)}`, 'amount.out-of-range'],
  ])('Known fault (numscript PR 156): USD "%s" is refused in words', async (amount, key) => {
    const answer = await send(dollars(amount));
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toMatchObject([{ path: 'amount', key }]);
  });

  test('Known fault (numscript PR 156): 100.5 KHR is refused in words', async () => {
    const answer = await send({ ...dollars('100.5'), assetId: 'khr#nbc' });
    expect(fieldsOf(answer)).toMatchObject([{ key: 'amount.khr-fraction' }]);
    expect(fieldsOf(answer)[0]?.message).toBe('KHR amount should not contain any fraction numbers');
  });

  test('Known fault (numscript PR 156): KHR 9007199254740993 arrives exact, as text and as a JSON number', async () => {
    const before = await bank.balanceMinor('shop@chkt', 'khr#nbc');
    const number = '{"destAccountId":"shop@chkt","assetId":"khr#nbc","amount":9007199254740993}';
    const answer = await manager.post(path, number, { 'content-type': 'application/json' });
    expect(answer.status).toBe(200);
    expect(await bank.balanceMinor('shop@chkt', 'khr#nbc')).toBe(before + 9007199254740993n);
    await bank.post({
      from: 'shop@chkt',
      to: mainAccountId,
      assetId: 'khr#nbc',
      amountMinor: 9007199254740993n,
    });
    const text = { destAccountId: 'shop@chkt', assetId: 'khr#nbc', amount: '9007199254740993' };
    expect((await send(text)).status).toBe(200);
    expect(await bank.balanceMinor('shop@chkt', 'khr#nbc')).toBe(before + 9007199254740993n);
  });

  test.each([
    [{ destAccountId: 'Not an id' }, 'destAccountId', 'account-id.invalid'],
    [{ assetId: 'eur#nbc' }, 'assetId', 'field.not-a-choice'],
    [{ description: 'x'.repeat(65) }, 'description', 'description.not-short-enough'],
    [{ extRef: 'x'.repeat(65) }, 'extRef', 'field.too-long'],
    [
      { sourceOfFunds: { name: '', phoneNumber: '012345678' } },
      'sourceOfFunds.name',
      'source-of-funds.name-required',
    ],
    [{ sourceOfFunds: { name: 'Sok' } }, 'sourceOfFunds.phoneNumber', 'source-of-funds.phone-required'],
    [{ sourceOfFunds: { name: 'Sok', phoneNumber: '12' } }, 'sourceOfFunds.phoneNumber', 'phone.invalid'],
    [
      { sourceOfFunds: { name: 'Sok', phoneNumber: '+855 012345678' } },
      'sourceOfFunds.phoneNumber',
      'phone.starts-with-zero',
    ],
    [{ blocked: false }, 'blocked', 'field.unknown'],
  ])('%j is 400', async (more, field, key) => {
    const answer = await send(dollars('1', more));
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContainEqual(expect.objectContaining({ path: field, key }));
  });

  test('64 characters of Khmer, an empty extRef and upper-case account ids are accepted', async () => {
    const more = { description: 'ស'.repeat(64), extRef: '', destAccountId: 'A_B@CHKT', sourceOfFunds: null };
    expect((await send(dollars('1', more))).status).toBe(200);
  });

  test('texts as long as they may be, of characters that JavaScript counts twice, are accepted and read back', async () => {
    const more = {
      srcName: '😀'.repeat(140),
      description: '😀'.repeat(64),
      extRef: '😀'.repeat(64),
      sourceOfFunds: { name: '😀'.repeat(140), phoneNumber: '012345678' },
    };
    const answer = await send(dollars('1', more));
    expect(answer.status).toBe(200);
    const detail = await manager.get<{ extRef: string; description: string }>(
      `/report-service/api/transfer-management/iroha-transactions/${answer.body.data.transactionHash}`,
    );
    expect(detail.body).toMatchObject({ extRef: more.extRef, description: more.description });
  });
});

describe('funds', () => {
  test('Known fault (hyperswitch-control-center 3799): balance USD 0.30 covers 0.30 and not 0.31; 1.10 likewise', async () => {
    await using poor = await startTestBank({ mainUsdMinor: 30n });
    const teller = await poor.as('manager');
    const tooMuch = await send(dollars('0.31'), undefined, teller);
    expect(tooMuch.status).toBe(409);
    expect(refused(tooMuch)).toMatchObject({
      error: 'INSUFFICIENT_FUNDS',
      message: 'The current amount exceeds available balance on the main account',
    });
    expect((tooMuch.body as unknown as RefusalBody).data).toEqual({ balance: '0.30', currency: 'USD' });
    expect((await send(dollars('0.30'), undefined, teller)).status).toBe(200);
    await poor.post({ from: issuanceAccountId, to: mainAccountId, amountMinor: 110n, type: 'DEPOSIT' });
    expect((await send(dollars('1.11'), undefined, teller)).status).toBe(409);
    expect((await send(dollars('1.10'), undefined, teller)).status).toBe(200);
    expect(await poor.balanceMinor(mainAccountId, 'usd#nbc')).toBe(0n);
  });

  test('twenty people at once spend what is there and no more', async () => {
    await using poor = await startTestBank({ mainUsdMinor: 100n });
    const caller = await poor.as('manager');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(dollars('0.10'), undefined, caller)),
    );
    expect(answers.filter((it) => it.status === 200)).toHaveLength(10);
    expect(answers.filter((it) => it.status === 409)).toHaveLength(10);
    expect(await poor.balanceMinor(mainAccountId, 'usd#nbc')).toBe(0n);
  });

  test('Known fault (midaz 709): refused for funds, topped up, tried again with the same key: judged anew', async () => {
    await using poor = await startTestBank({ mainUsdMinor: 10n });
    const caller = await poor.as('manager');
    expect((await send(dollars('0.20'), 'top-up-key', caller)).status).toBe(409);
    await poor.post({ from: issuanceAccountId, to: mainAccountId, amountMinor: 10n, type: 'DEPOSIT' });
    expect((await send(dollars('0.20'), 'top-up-key', caller)).status).toBe(200);
    expect(await poor.balanceMinor('a_b@chkt', 'usd#nbc')).toBe(20n);
  });
});

test('without an installed key nothing is sent, and that is said', async () => {
  await using keyless = await startTestBank({ withoutKey: true });
  const answer = await send(dollars('1'), undefined, await keyless.as('manager'));
  expect(answer.status).toBe(409);
  expect(refused(answer).error).toBe('BANK_KEY_NOT_INSTALLED');
});
