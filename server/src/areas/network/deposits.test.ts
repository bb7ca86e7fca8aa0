import { randomUUID } from 'node:crypto';
import type { RefusalBody } from '@tonle/contract/refusal';
import { describe, expect, it } from 'vitest';
import { mainAccountId, otherBankOfTests, settlementId } from '../../test-bank.ts';
import {
  bank,
  count,
  deposit,
  detail,
  expectWholeLedger,
  network,
  send,
  sokha,
  url,
} from './test-gateway.ts';

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

it('leaves the book whole', expectWholeLedger);
