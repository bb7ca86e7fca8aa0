import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase } from '../db/test-database.ts';
import { inTransaction } from '../db/tx.ts';
import { NeverDeliverable, Outbox } from '../jobs/outbox.ts';
import { Wrapper } from './key-store.ts';
import { smsSender } from './sms.ts';

interface Taken {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A gateway as a bank has one, with what it was asked. */
async function startGateway(answer: (nth: number, response: ServerResponse) => void) {
  const taken: Taken[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      taken.push({ method, path: url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      answer(taken.length, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(
    () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  );
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { host: `127.0.0.1:${port}`, taken };
}

const refuseForGood = (reason: string) => new NeverDeliverable(reason);
const sender = (host: string, more: { token?: string; from?: string; timeoutMs?: number } = {}) =>
  smsSender({ url: `http://${host}/send`, token: undefined, from: undefined, refuseForGood, ...more });
const message = { id: '4711', recipient: '85512345678', text: 'លេខកូដ 123456' };
const answering = (status: number) => (_: number, response: ServerResponse) =>
  void response.writeHead(status).end('{}');

it('posts what decision 070 says, Khmer included', async () => {
  const gateway = await startGateway(answering(202));
  await sender(gateway.host, { token: 'token-1', from: 'Chaktomuk' })(message);
  expect(gateway.taken).toMatchObject([
    {
      method: 'POST',
      path: '/send',
      headers: {
        authorization: 'Bearer token-1',
        'idempotency-key': '4711',
        'content-type': 'application/json',
      },
      body: { to: '+85512345678', text: 'លេខកូដ 123456', from: 'Chaktomuk' },
    },
  ]);
});

it('takes user and password from the address, and sends them as a header alone', async () => {
  const gateway = await startGateway(answering(200));
  await sender(`bank:p%40ss@${gateway.host}`)(message);
  expect(gateway.taken[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('bank:p@ss').toString('base64')}`,
  );
  expect(gateway.taken[0]?.body).toEqual({ to: '+85512345678', text: 'លេខកូដ 123456' });
});

it.each([
  [400, true],
  [413, true],
  [422, true],
  [302, false],
  [401, false],
  [404, false],
  [429, false],
  [500, false],
  [503, false],
])('an answer of %d is final: %s', async (status, isFinal) => {
  const gateway = await startGateway((_, response) =>
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(),
  );
  const error = await sender(gateway.host)(message).catch((it: unknown) => it);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof NeverDeliverable).toBe(isFinal);
  expect(gateway.taken).toHaveLength(1);
});

it('waits no longer than it may, and says only that', async () => {
  const gateway = await startGateway(() => undefined);
  await expect(sender(gateway.host, { timeoutMs: 50 })(message)).rejects.toThrow(
    'no answer: it took too long',
  );
  for (const close of closing.splice(0)) await close();
  await expect(sender(gateway.host)(message)).rejects.toThrow('no answer: ECONNREFUSED');
});

it('the outbox tries again until the gateway takes it, under one key', async () => {
  await using database = await createTestDatabase();
  const gateway = await startGateway((nth, response) => {
    if (nth === 1) response.destroy();
    else response.writeHead(nth === 2 ? 503 : 200).end();
  });
  const outbox = new Outbox({
    db: database.db,
    seal: new Wrapper('a-secret-for-these-tests-only-0123456789'),
    senders: { SMS: sender(gateway.host) },
    isShown: false,
    log: { warn: () => undefined },
    timing: { everyMs: 20, retrySecondsMin: 0.02 },
  });
  outbox.start();
  const { text, recipient } = message;
  await inTransaction(database.db, (tx) =>
    outbox.put(tx, { channel: 'SMS', purpose: 'TEST_CODE', recipient, subject: 'Code', text, minutes: 10 }),
  );
  outbox.wake();
  const states = async () =>
    (await database.owner.pool.query('SELECT state, attempts, sealed FROM outgoing_message')).rows;
  await expect.poll(states, { timeout: 10_000 }).toEqual([{ state: 'SENT', attempts: 3, sealed: null }]);
  await outbox.close();
  expect(new Set(gateway.taken.map((it) => it.headers['idempotency-key'])).size).toBe(1);
});
