import type { LiveTransaction } from '@tonle/contract/events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import type { Session } from '../../http/call.ts';
import { mainAccountId, otherBankOfTests, startTestBank, type TestBank } from '../../test-bank.ts';
import { startTestNetwork, type TestNetwork } from '../../test-network.ts';
import { requestIn } from '../contact-changes/test-requests.ts';
import { Reader } from './reader.ts';
import { TestStream } from './test-stream.ts';

/** Long enough for a machine that others use too; that it takes less than a second is tested once. */
const soon = { timeout: 8_000, interval: 20 };

let network: TestNetwork;
let bank: TestBank;
let url: string;
const open: TestStream[] = [];

beforeAll(async () => {
  network = await startTestNetwork();
  bank = await startTestBank({
    environment: network.environment,
    eventSettings: {
      gatherMs: 20,
      beatMs: 500,
      replayRecordsMax: 20n,
      notices: { checkMs: 300, answerMs: 500, retryMs: 50 },
    },
  });
  url = await bank.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((it) => it.close()));
});
afterAll(async () => {
  await bank.close();
  await network.close();
});

async function streamOf(token: string | undefined, lastEventId?: string, at = url): Promise<TestStream> {
  const stream = await TestStream.open(at, token ?? '', lastEventId);
  open.push(stream);
  return stream;
}

/** Opens one and waits until it stands. */
async function readyStream(token: string | undefined, at = url): Promise<TestStream> {
  const stream = await streamOf(token, undefined, at);
  await expect.poll(() => stream.types, soon).toContain('ready');
  return stream;
}

const tokenOf = async (login: string): Promise<string | undefined> =>
  (await bank.signIn(login)).body.data?.id_token;

let sent = 0;
async function deposit(to: string = mainAccountId): Promise<string> {
  sent += 1;
  const answer = await network.send(url, `events-${sent}`, {
    type: 'DEPOSIT',
    depositId: `EVENTS${String(sent).padStart(6, '0')}`,
    sourceBank: otherBankOfTests.participantCode,
    sourceAccountId: `sender@${otherBankOfTests.domain}`,
    sourceName: 'Sender',
    sourceWalletType: 'MOBILE',
    destinationAccountId: to,
    assetId: 'usd#nbc',
    amount: '1.25',
  });
  expect([answer.status, answer.body.outcome]).toEqual([200, 'ACCEPTED']);
  return (answer.body as { fiTransactionId: string }).fiTransactionId;
}

describe('the event stream', () => {
  it('tells of a deposit within a second, and of what became of it', async () => {
    const stream = await readyStream(await tokenOf('manager'));
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    const id = await deposit();
    const from = performance.now();
    await expect.poll(() => stream.transactions, soon).toHaveLength(1);
    expect(performance.now() - from).toBeLessThan(1_000);
    expect(stream.transactions[0]).toMatchObject({
      change: 'POSTED',
      lists: ['INCOMING', 'HISTORY'],
      fiTransactionId: id,
      destinationAccountId: mainAccountId,
      currencyName: 'USD',
      status: 'SUCCESS',
      businessStatus: 'RECEIVED_AT_FI',
    });
    await expect.poll(() => stream.waiting, soon).toMatchObject({ deposits: sent });
    const manager = await bank.as('manager');
    await manager.post('/tps/api/transfer-management/incoming-transactions/acknowledge', { fstTrxId: id });
    await expect.poll(() => stream.transactions, soon).toHaveLength(2);
    expect(stream.transactions[1]).toMatchObject({
      change: 'CHANGED',
      fiTransactionId: id,
      businessStatus: 'ACKNOWLEDGED_BY_FI',
    });
    await expect.poll(() => stream.waiting, soon).toMatchObject({ deposits: sent - 1 });
  });

  it('tells that requests have changed, to those who see them and to whoever comes back', async () => {
    const [admin, authorizer, manager] = [
      await readyStream(await tokenOf('admin')),
      await readyStream(await tokenOf('authorizer')),
      await readyStream(await tokenOf('manager')),
    ];
    const areasOf = (stream: TestStream) =>
      stream.told.flatMap(({ event }) => (event.type === 'requests' ? event.areas : []));
    const { pool } = bank.database.owner;
    const id = await requestIn(bank, 'VERIFIED', { accountId: 'a_b@chkt' });
    await expect.poll(() => areasOf(authorizer), soon).toContain('contact-changes');
    const before = areasOf(admin).length;
    await pool.query(`UPDATE contact_change SET status = 'CANCELED' WHERE id = $1`, [id]);
    await expect.poll(() => areasOf(admin).slice(before), soon).toContain('contact-changes');
    await pool.query(
      `INSERT INTO authorizer_change (account_id, authorizer_account_id, direction, made_by_name)
       VALUES ('shop@chkt', 'web@chkt', 'REMOVE_SIGNATORY', 'Test')`,
    );
    await expect.poll(() => areasOf(admin), soon).toContain('authorizers');
    await pool.query(`UPDATE key_recovery_request SET status = status`);
    await expect.poll(() => areasOf(authorizer), soon).toContain('key-recovery');
    await pool.query(`UPDATE verification_request SET status = status`);
    await expect.poll(() => areasOf(admin), soon).toContain('verification');
    const heard = areasOf(admin).length;
    // What the customer edits is news to whoever reviews it.
    await pool.query(`UPDATE verification_request SET revision = revision`);
    await expect.poll(() => areasOf(admin).length, soon).toBeGreaterThan(heard);
    // Nobody hears of what they have no list of.
    expect(areasOf(authorizer)).not.toContain('authorizers');
    expect(areasOf(authorizer)).not.toContain('verification');
    await deposit();
    await expect.poll(() => manager.types, soon).toContain('transactions');
    expect(areasOf(manager)).toEqual([]);
    const again = await streamOf(await tokenOf('authorizer'), authorizer.lastId);
    await expect.poll(() => areasOf(again), soon).toEqual(['contact-changes', 'key-recovery']);
  });

  it('tells keyholders, and nobody else, of each step of their ceremony', async () => {
    const [keyholder, manager] = [
      await readyStream(await tokenOf('keyholder1')),
      await readyStream(await tokenOf('manager')),
    ];
    expect(keyholder.types).not.toContain('keyholders');
    await bank.database.owner.pool.query(
      'UPDATE keyholder_share SET submitted_at = now() WHERE position = 2',
    );
    await expect.poll(() => keyholder.types.filter((it) => it === 'keyholders').length, soon).toBe(1);
    // Whoever comes back is told to look: a step may have been taken meanwhile.
    const again = await streamOf(await tokenOf('keyholder1'), keyholder.lastId);
    await expect.poll(() => again.types, soon).toContain('keyholders');
    await deposit();
    await expect.poll(() => manager.types, soon).toContain('transactions');
    expect(manager.types).not.toContain('keyholders');
  });

  it('names none where too many happen at once', async () => {
    const stream = await readyStream(await tokenOf('manager'));
    const one = { from: mainAccountId, to: 'a_b@chkt', amountMinor: 1n };
    await bank.post(...Array.from({ length: 30 }, () => one));
    await expect.poll(() => stream.types, soon).toContain('transactions');
    expect(stream.told.at(-1)?.event).toEqual({ type: 'transactions', transactions: [], more: true });
  });

  it('goes on after a gap without losing or repeating anything', async () => {
    const token = await tokenOf('manager');
    const first = await readyStream(token);
    const before = await deposit();
    await expect.poll(() => first.transactions.map((it) => it.fiTransactionId), soon).toContain(before);
    await first.close();
    const missed = [await deposit(), await deposit('a_b@chkt')];
    const second = await streamOf(token, first.lastId);
    const after = await deposit();
    await expect
      .poll(() => second.transactions.map((it) => it.fiTransactionId).sort(), soon)
      .toEqual([...missed, after].sort());
    const last = await deposit();
    await expect.poll(() => second.transactions.at(-1)?.fiTransactionId, soon).toBe(last);
    expect(second.transactions).toHaveLength(4);
    expect(second.types).not.toContain('reload');
  });

  it('says reload where more was missed than it tells again, or the id is none of the book', async () => {
    const token = await tokenOf('manager');
    while (sent < 30) await deposit();
    const { lastId } = await readyStream(token);
    for (const id of [
      '0',
      String(BigInt(lastId) - 21n),
      String(BigInt(lastId) + 1_000n),
      'nonsense',
      '-1',
      '9'.repeat(30),
    ]) {
      const stream = await streamOf(token, id);
      await expect.poll(() => stream.types[0], soon).toBe('reload');
      expect(stream.lastId).toBe(lastId);
      await stream.close();
    }
  });

  it('tells each what they may see, and judges anew when rights change', async () => {
    const [manager, teller, access] = await Promise.all(
      ['manager', 'teller', 'access'].map(async (login) => readyStream(await tokenOf(login))),
    );
    const { rows } = await bank.database.owner.pool.query<{ id: bigint }>(
      "SELECT id FROM role WHERE name = 'Teller'",
    );
    const outgoing = await bank.post({ from: mainAccountId, to: 'a_b@chkt', amountMinor: 5n });
    const incoming = await deposit();
    await expect
      .poll(() => manager?.transactions.map((it) => it.fiTransactionId), soon)
      .toEqual(expect.arrayContaining([incoming, outgoing.transfers[0]?.fiTransactionId]));
    await expect
      .poll(() => teller?.transactions.map((it) => [it.fiTransactionId, it.lists]), soon)
      .toEqual([[incoming, ['INCOMING']]]);
    expect(teller?.waiting).toHaveProperty('deposits');
    expect(teller?.waiting).not.toHaveProperty('verification.mobile');
    expect(access?.transactions).toEqual([]);
    expect(access?.types).toEqual(['ready']);

    await bank.database.owner.pool.query(
      'DELETE FROM role_permission WHERE role_id = $1 AND permission = $2',
      [rows[0]?.id, 'transactions.incoming'],
    );
    await expect.poll(() => teller?.waiting, soon).toEqual({});
    const hidden = await deposit();
    await expect.poll(() => manager?.transactions.map((it) => it.fiTransactionId), soon).toContain(hidden);
    await bank.database.owner.pool.query(
      'INSERT INTO role_permission (role_id, permission) VALUES ($1, $2)',
      [rows[0]?.id, 'transactions.incoming'],
    );
    await expect.poll(() => teller?.waiting, soon).toHaveProperty('deposits');
    // The next that they may see comes after what was hidden from them.
    const shown = await deposit();
    await expect
      .poll(() => teller?.transactions.map((it) => it.fiTransactionId), soon)
      .toEqual([incoming, shown]);
  });

  it('closes when the session ends, the user is blocked, or time is up, and opens to nobody then', async () => {
    const { pool } = bank.database.owner;
    const ends: ((token: string) => Promise<unknown>)[] = [
      (token) => bank.withToken(token).post('/api/logout'),
      () => pool.query("UPDATE console_user SET blocked = true WHERE login = 'auditor'"),
      () => pool.query("UPDATE session SET last_seen = now() - interval '1 day' WHERE ended_at IS NULL"),
    ];
    for (const [index, end] of ends.entries()) {
      await pool.query("UPDATE console_user SET blocked = false WHERE login = 'auditor'");
      const token = (await tokenOf('auditor')) ?? '';
      const stream = await readyStream(token);
      await end(token);
      let isOver = false;
      void stream.over.then(() => {
        isOver = true;
      });
      await expect.poll(() => [index, isOver], { timeout: 3_000, interval: 20 }).toEqual([index, true]);
      expect((await streamOf(token)).status).toBe(401);
    }
    await pool.query("UPDATE console_user SET blocked = false WHERE login = 'auditor'");
    expect((await streamOf('no.such.token')).status).toBe(401);
  });

  it('never counts as activity, whatever the reader says', async () => {
    const token = (await tokenOf('manager')) ?? '';
    const { pool } = bank.database.owner;
    await pool.query("UPDATE session SET last_seen = now() - interval '5 minutes' WHERE ended_at IS NULL");
    const stream = await readyStream(token);
    await deposit();
    await expect.poll(() => stream.beats, soon).toBeGreaterThan(1);
    const { rows } = await pool.query<{ old: boolean }>(
      `SELECT bool_and(last_seen < now() - interval '4 minutes') AS old FROM session s JOIN console_user u ON u.id = s.user_id
       WHERE s.ended_at IS NULL AND u.login = 'manager'`,
    );
    expect(rows[0]?.old).toBe(true);
  });

  it('lets a session open a few and no more, and counts them', async () => {
    const token = await tokenOf('manager');
    const streams = await Promise.all(Array.from({ length: 6 }, () => readyStream(token)));
    const refused = await streamOf(token);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const metrics = async () => (await bank.anyone.get('/metrics')).text;
    expect(await metrics()).toContain('tonle_event_streams 6');
    expect(await metrics()).not.toContain('route="/api/events",status="200"');
    await Promise.all(streams.map((it) => it.close()));
    await expect.poll(metrics, soon).toContain('tonle_event_streams 0');
  });
});

describe('the connection that listens', () => {
  const cut = () =>
    bank.database.owner.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'tonle-notices'",
      [bank.database.name],
    );

  it('is opened anew when it dies, and nothing of the time between is lost', async () => {
    const stream = await readyStream(await tokenOf('manager'));
    await cut();
    const id = await deposit();
    await expect.poll(() => stream.transactions.map((it) => it.fiTransactionId), soon).toContain(id);
    await expect
      .poll(async () => (await bank.anyone.get('/metrics')).text, soon)
      .toContain('tonle_event_listening 1');
    const next = await deposit();
    await expect.poll(() => stream.transactions.map((it) => it.fiTransactionId), soon).toContain(next);
  });

  it('is given up when it says nothing any more, although nobody closed it', async () => {
    const stream = await readyStream(await tokenOf('manager'));
    const { rows } = await bank.database.owner.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'tonle-notices'",
      [bank.database.name],
    );
    const pid = rows[0]?.pid ?? 0;
    expect(pid).toBeGreaterThan(1);
    // PostgreSQL runs on this machine, for the tests alone: its process stands still, as a cut line would.
    process.kill(pid, 'SIGSTOP');
    try {
      const id = await deposit();
      await expect.poll(() => stream.transactions.map((it) => it.fiTransactionId), soon).toContain(id);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('serves several servers: what one posts, the readers of the other are told', async () => {
    const { config, database } = bank;
    // So patient with what is in flight that a stream which stays open would be seen.
    const closeTimeoutMs = 600_000;
    const other = await buildApp({ mode: 'test', version: '0.0.0-test', config, database, closeTimeoutMs });
    try {
      const at = await other.listen({ port: 0, host: '127.0.0.1' });
      const stream = await readyStream(await tokenOf('manager'), at);
      const id = await deposit();
      await expect.poll(() => stream.transactions.map((it) => it.fiTransactionId), soon).toContain(id);
      await other.close();
      await stream.over;
    } finally {
      await other.close();
    }
  });
});

describe('a slow reader', () => {
  it('is let go when too much piles up', () => {
    let isEnded = false;
    const session = { permissions: new Set(['transactions.history']) } as unknown as Session;
    const request = {
      id: '',
      address: '',
      userAgent: '',
      isBackground: true,
      language: 'en' as const,
      bearer: '',
    };
    const reader = new Reader(session, request, () => {
      isEnded = true;
    });
    const transaction: LiveTransaction = {
      change: 'POSTED',
      lists: ['HISTORY'],
      transactionHash: 'f'.repeat(64),
      fiTransactionId: 'X',
      destinationAccountId: mainAccountId,
      currencyName: 'USD',
      status: 'SUCCESS',
      businessStatus: null,
    };
    const changes = { transactions: Array.from({ length: 20 }, () => transaction), more: false };
    for (let count = 0; count < 1_000 && !reader.readable.destroyed; count += 1) {
      reader.transactions(changes, 1n);
      expect(reader.readable.readableLength).toBeLessThan(300_000);
    }
    expect(reader.readable.destroyed).toBe(true);
    return expect.poll(() => isEnded).toBe(true);
  });
});
