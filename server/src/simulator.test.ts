import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { channelAccountTypes } from '@tonle/contract/channel';
import { channelScopes } from '@tonle/contract/channel-scopes';
import { verifyLedger } from '@tonle/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from './areas/audit-log/audit-log.public.ts';
import { addChannelKey, makeApiKey } from './areas/channel/channel.public.ts';
import { pngOf } from './areas/channel/test-customers.ts';
import { ask, detailOf } from './areas/contact-changes/test-requests.ts';
import { freePort } from './db/free-port.ts';
import { startTestBank, type TestBank } from './test-bank.ts';

/** A bank and the simulator, which is a process of its own: between them there is HTTP and nothing else. */

let bank: TestBank;
let bankUrl: string;
let networkPort: number;

beforeAll(async () => {
  networkPort = await freePort();
  const own = generateKeyPairSync('ed25519');
  const network = generateKeyPairSync('ed25519');
  bank = await startTestBank({
    environment: {
      NETWORK_URL: `http://127.0.0.1:${networkPort}`,
      NETWORK_KEY_ID: 'bank-1',
      NETWORK_PRIVATE_KEY: privateText(own.privateKey),
      NETWORK_PUBLIC_KEYS: `network-1:${publicText(network.publicKey)}`,
      NETWORK_SILENCE: '1',
      SMS_URL: `http://127.0.0.1:${networkPort}/sms`,
    },
    outboxTiming: { everyMs: 100, retrySecondsMin: 0.1 },
    networkTiming: { pollMs: 50, retryMs: 40, retryLongestMs: 400 },
    rateLimits: { perAddress: 1_000_000 },
  });
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  bankUrl = `http://127.0.0.1:${(bank.app.server.address() as AddressInfo).port}`;
  const keep = (name: string, content: object) =>
    writeFileSync(join(bank.config.dataDir, name), JSON.stringify(content));
  keep('network-keys.json', {
    bank: { keyId: 'bank-1', publicKey: publicText(own.publicKey) },
    network: { keyId: 'network-1', privateKey: privateText(network.privateKey) },
  });
  const keys = Object.fromEntries(channelAccountTypes.map((type) => [type, makeApiKey()]));
  for (const type of channelAccountTypes) {
    const app = { app: `${type.toLowerCase()}-app`, scopes: channelScopes, accountTypes: [type] };
    await addChannelKey(bank.database.owner.db, keys[type] ?? '', app, systemActor('Test set-up'));
  }
  keep('channel-keys.json', keys);
});
afterAll(() => bank?.close());

const privateText = (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const publicText = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');

function simulate(...args: string[]): Promise<{ code: number | null; output: string }> {
  const program = join(import.meta.dirname, '../../simulator/src/main.ts');
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  return new Promise((done) => child.once('exit', (code) => done({ code, output })));
}

const rows = async (sql: string): Promise<Record<string, unknown>[]> =>
  (await bank.database.owner.pool.query(sql)).rows;

test('a bad day of the network leaves everything in one final state and the books whole', async () => {
  const { code, output } = await simulate(
    'load',
    ...['--bank', bankUrl, '--data', bank.config.dataDir, '--port', String(networkPort), '--seed', 'bad day'],
    ...['--rate', '15', '--seconds', '6', '--customers', '8', '--patience', '60', '--delay', '5-60'],
    ...['--fail', '30', '--duplicate', '40', '--reorder', '40', '--silence', '25', '--drop', '40'],
    ...['--contradict', '10'],
  );
  expect([code, output]).toEqual([0, expect.stringContaining('What became of')]);
  expect(output).not.toMatch(/not ended yet|are not there|INTERNAL|HTTP 5/);

  // Every deposit that the network was told of is there once, and nothing else came in.
  const accepted = /^deposit +\d+ +(\d+)/m.exec(output)?.[1];
  expect(
    await rows(
      `SELECT count(*)::text AS deposits, count(DISTINCT fast_transaction_id)::text AS named
       FROM transfer WHERE debit_account_id LIKE '%khppxxx@settle' AND paired_seq IS NULL`,
    ),
  ).toEqual([{ deposits: accepted, named: accepted }]);

  // Every transfer to another bank has ended; the money came back where it did not get through, and only there.
  const outgoing = `SELECT s.status, s.business_status, l.paired_seq IS NOT NULL AS is_back
    FROM transaction_list l JOIN transaction_state s USING (state) JOIN transfer t USING (seq)
    WHERE t.credit_account_id LIKE '%khppxxx@settle' AND s.type = 'SEND_PAY'`;
  const ended = await rows(outgoing);
  expect(ended.length).toBeGreaterThan(5);
  const backFrom = ['FAILED_AT_ACH', 'FAILED_AT_FI', 'REFUNDED_BY_RECEIVER'];
  for (const it of ended) {
    const isBack = backFrom.includes(String(it.business_status));
    expect(it).toMatchObject({ status: expect.not.stringMatching('PENDING'), is_back: isBack });
  }

  // The same to each account as to the book: what came, less what went.
  expect(
    await rows('SELECT kind / 3 AS asset, sum(amount_minor)::text AS sum FROM entry GROUP BY 1 ORDER BY 1'),
  ).toEqual([
    { asset: 0, sum: '0' },
    { asset: 1, sum: '0' },
  ]);
  const client = await bank.database.owner.pool.connect();
  try {
    expect(await verifyLedger(client)).toMatchObject({ ok: true });
  } finally {
    client.release();
  }
}, 180_000);

test('a lost phone: the customer enters the code on a new one, the network says yes or no', async () => {
  const program = join(import.meta.dirname, '../../simulator/src/main.ts');
  const args = ['serve', '--bank', bankUrl, '--data', bank.config.dataDir, '--port', String(networkPort)];
  const child = spawn(
    process.execPath,
    [program, ...args, '--traffic', 'off', '--delay', '5-20', '--fail', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((done) => child.once('exit', done));
  try {
    await new Promise<void>((done) =>
      child.stdout.on('data', (it) => String(it).includes('phone') && done()),
    );
    const phoneUrl = `http://127.0.0.1:${networkPort}/phone`;
    const enter = async (account: string, code: string) => {
      const body = new URLSearchParams({ account, code });
      const answer = await fetch(phoneUrl, { method: 'POST', body });
      return { status: answer.status, text: await answer.text() };
    };
    const admin = await bank.as('admin');
    const authorizer = await bank.as('authorizer');
    const application = (await pngOf()).toString('base64');
    const opened = await admin.post<{ id: string; code: string }>(
      '/tps/api/recovery/account-recovery-request',
      {
        accountId: 'khmer@chkt',
        name: 'Sokha',
        documentId: 'N1',
        application,
      },
    );
    const { id, code } = opened.body;
    expect(await (await fetch(`${phoneUrl}?account=khmer@chkt`)).text()).toContain('value="khmer@chkt"');
    const wrong = await enter('khmer@chkt', String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('The code is wrong')]);
    expect((await enter('<script>', code)).text).toContain('Invalid account ID');
    expect((await enter('khmer@chkt', code)).status).toBe(200);
    await authorizer.send({
      method: 'PUT',
      path: '/tps/api/recovery/requests/authorize',
      body: { requestId: id },
    });
    await expect
      .poll(async () => (await rows(`SELECT status FROM key_recovery_request WHERE id = ${id}`))[0]?.status, {
        timeout: 15_000,
      })
      .toBe('SUCCESSFUL');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});

test('what it is told wrongly it says in words', async () => {
  expect(await simulate('dance')).toMatchObject({ code: 2, output: expect.stringContaining('serve') });
  expect(await simulate('load', '--rate', 'fast')).toMatchObject({ code: 2 });
  const { code, output } = await simulate('load', '--data', '/nowhere');
  expect([code, output]).toEqual([1, expect.stringContaining('npm start')]);
});

test('a customer gets a code by text message and enters it in the app, mistyped first', async () => {
  const program = join(import.meta.dirname, '../../simulator/src/main.ts');
  const places = ['--bank', bankUrl, '--data', bank.config.dataDir, '--port', String(networkPort)];
  const child = spawn(process.execPath, [program, 'serve', '--traffic', 'off', ...places], {
    stdio: 'ignore',
  });
  try {
    const admin = await bank.as('admin');
    const { body } = await ask(admin, 'a_b@chkt', '+855 10 600 112');
    await expect
      .poll(async () => (await detailOf(admin, body.id)).status, { timeout: 30_000 })
      .toBe('VERIFIED');
    const { events } = await detailOf(admin, body.id);
    expect(events.map((it) => [it.event, it.by])).toEqual([
      ['CREATED', 'admin Test'],
      ['CODE_REFUSED', 'App mobile-app'],
      ['VERIFIED', 'App mobile-app'],
    ]);
    // Whoever has lost their phone asks in the app on another one; nobody tells that phone's owner what to do with the code.
    const app = await bank.asApp();
    const recovery = '/channel/v1/accounts/axb@chkt/key-recovery';
    expect((await app.post(`${recovery}/requests`)).status).toBe(200);
    await expect
      .poll(async () => (await app.get<{ status: string }>(recovery)).body.status, { timeout: 30_000 })
      .toBe('VERIFIED');
  } finally {
    child.kill();
  }
}, 60_000);
