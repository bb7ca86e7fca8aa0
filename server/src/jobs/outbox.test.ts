import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Wrapper } from '../adapters/key-store.ts';
import { smtpSender } from '../adapters/mail.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { inTransaction } from '../db/tx.ts';
import { startTestServer } from '../test-server.ts';
import { NeverDeliverable, Outbox, type OutgoingMessage, type Send } from './outbox.ts';

/** A mail server as a bank has one, with what it took. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const taken: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((it) => it.address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

const textOf = (mail: string): string => {
  const body = mail.slice(mail.indexOf('\r\n\r\n')).trim();
  if (/content-transfer-encoding: base64/i.test(mail)) return Buffer.from(body, 'base64').toString();
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(async () => holds(), { timeout: 15_000, interval: 20 }).toBe(true);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const seal = new Wrapper('a-secret-for-these-tests-only-0123456789');
const log = { warn: () => undefined };
const timing = { everyMs: 20, retrySecondsMin: 0.02 };
const open: Outbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((it) => it.close()));
  await database.owner.pool.query('TRUNCATE outgoing_message');
});
function outboxOf(send: Send | undefined, isShown = false): Outbox {
  const senders = send === undefined ? {} : { MAIL: send };
  const outbox = new Outbox({ db: database.db, seal, senders, isShown, log, timing });
  open.push(outbox);
  outbox.start();
  return outbox;
}
const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  channel: 'MAIL',
  purpose: 'PASSWORD_RESET',
  recipient: 'sok@bank.example',
  subject: 'A subject',
  text: 'The secret text',
  minutes: 30,
  ...more,
});
const put = (outbox: Outbox, more?: Partial<OutgoingMessage>) =>
  inTransaction(database.db, (tx) => outbox.put(tx, message(more)));
const rows = async () =>
  (
    await database.owner.pool.query(
      'SELECT state, sealed, attempts, reason FROM outgoing_message ORDER BY id',
    )
  ).rows;
const settled = async () => (await rows()).every((it) => it.state !== 'WAITING');

describe('the outbox', () => {
  it('sends after the commit, once, and wipes what was said', async () => {
    const sent: string[] = [];
    const outbox = outboxOf(async ({ recipient, text }) => void sent.push(`${recipient}: ${text}`));
    await put(outbox);
    outbox.wake();
    await until(settled);
    expect(sent).toEqual(['sok@bank.example: The secret text']);
    expect(await rows()).toMatchObject([{ state: 'SENT', sealed: null, attempts: 1 }]);
  });

  it('sends nothing of a transaction that is rolled back', async () => {
    const sent: string[] = [];
    const outbox = outboxOf(async ({ text }) => void sent.push(text));
    const work = inTransaction(database.db, async (tx) => {
      await outbox.put(tx, message());
      outbox.wake();
      throw new Error('changed its mind');
    });
    await expect(work).rejects.toThrow('changed its mind');
    // Whatever was to be sent before this has been sent when this is.
    await put(outbox, { text: 'Another' });
    outbox.wake();
    await until(settled);
    expect(sent).toEqual(['Another']);
    expect(await rows()).toHaveLength(1);
  });

  it('rests sealed: the database never holds what is said', async () => {
    const outbox = new Outbox({ db: database.db, seal, senders: {}, isShown: false, log, timing });
    await put(outbox);
    const { rows: found } = await database.owner.pool.query('SELECT m::text AS row FROM outgoing_message m');
    expect(found[0]?.row).not.toContain('secret');
    expect(found[0]?.row).not.toContain(Buffer.from('secret').toString('hex'));
  });

  it('tries again, until it works', async () => {
    let attempts = 0;
    const outbox = outboxOf(async () => {
      attempts += 1;
      if (attempts < 4) throw new Error('connection refused');
    });
    await put(outbox);
    await until(settled);
    expect(await rows()).toMatchObject([{ state: 'SENT', attempts: 4, reason: null }]);
  });

  it('gives up what will never be taken, and what has become useless', async () => {
    const outbox = outboxOf(async () => {
      throw new NeverDeliverable('refused with 550');
    });
    await put(outbox);
    await put(outbox, { channel: 'SMS', minutes: -1 });
    await until(settled);
    expect(await rows()).toMatchObject([
      { state: 'FAILED', sealed: null, reason: 'refused with 550' },
      { state: 'FAILED', sealed: null, reason: 'expired', attempts: 0 },
    ]);
  });

  it('is emptied by many servers at once, each message once', async () => {
    const sent: string[] = [];
    const servers = Array.from({ length: 3 }, () => outboxOf(async ({ text }) => void sent.push(text)));
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        put(servers[index % 3] ?? outboxOf(undefined), { text: `text ${index}` }),
      ),
    );
    await until(settled);
    expect(new Set(sent).size).toBe(30);
    expect(sent).toHaveLength(30);
  });

  it('shows the demo what it would have sent', async () => {
    const outbox = outboxOf(undefined, true);
    await put(outbox);
    await until(settled);
    expect(await outbox.shown(10)).toMatchObject([
      { recipient: 'sok@bank.example', subject: 'A subject', text: 'The secret text', state: 'SENT' },
    ]);
  });
});

describe('by SMTP', () => {
  it('a mail arrives as it was written, Khmer included', async () => {
    const mailServer = await startMailServer();
    const sender = smtpSender({
      url: mailServer.url,
      from: 'Tonle <no-reply@tonle.example>',
      refuseForGood: (reason) => new NeverDeliverable(reason),
    });
    const outbox = outboxOf(sender.send);
    await put(outbox, { text: 'ពាក្យសម្ងាត់\nK7QPX', subject: 'ពាក្យ' });
    await until(settled);
    expect(mailServer.taken).toMatchObject([{ from: 'no-reply@tonle.example', to: ['sok@bank.example'] }]);
    expect(textOf(mailServer.taken[0]?.text ?? '').replaceAll('\r', '')).toContain('ពាក្យសម្ងាត់\nK7QPX');
    sender.close();
    await mailServer.close();
  });

  it('is tried again after 4xx, and given up after a refused recipient', async () => {
    let tries = 0;
    const mailServer = await startMailServer({
      onRcptTo: ({ address }, _session, done) => {
        tries += 1;
        const code = address.startsWith('gone') ? 550 : 451;
        if (code === 451 && tries > 2) return done();
        return done(Object.assign(new Error('no'), { responseCode: code }));
      },
    });
    const sender = smtpSender({
      url: mailServer.url,
      from: 'no-reply@tonle.example',
      refuseForGood: (reason) => new NeverDeliverable(reason),
    });
    const outbox = outboxOf(sender.send);
    await put(outbox, { recipient: 'busy@bank.example' });
    await until(settled);
    await put(outbox, { recipient: 'gone@bank.example' });
    await until(settled);
    expect((await rows()).map((it) => it.state)).toEqual(['SENT', 'FAILED']);
    expect(mailServer.taken).toHaveLength(1);
    sender.close();
    await mailServer.close();
  });

  it('a forgotten password comes by mail and leads in; the lock does too', async () => {
    const mailServer = await startMailServer();
    await using server = await startTestServer({
      environment: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://tonle.bank.example' },
      outboxTiming: timing,
    });
    const answer = await server.anyone.post('/api/account/reset-password', { login: 'manager' });
    expect(answer.status).toBe(200);
    await until(() => mailServer.taken.length === 1);
    const [mail] = mailServer.taken;
    expect(mail?.to).toEqual(['manager@tonle.example']);
    const text = textOf(mail?.text ?? '');
    expect(text).toContain('for 30 minutes, at https://tonle.bank.example/login');
    const oneTime = /[2-9A-Z]{5}(-[2-9A-Z]{5}){3}/.exec(text)?.[0] ?? '';
    const signedIn = await server.signIn('manager', oneTime);
    expect(signedIn.status).toBe(403);
    expect(signedIn.text).toContain('FORCE_CHANGE_PASSWORD');
    for (let count = 0; count < 5; count += 1) await server.signIn('auditor', 'wrong');
    await until(() => mailServer.taken.length === 2);
    expect(mailServer.taken[1]?.to).toEqual(['auditor@tonle.example']);
    expect(textOf(mailServer.taken[1]?.text ?? '')).toContain('locked for 15 minutes');
    // Nobody's outbox is on show but the demo's.
    expect((await server.anyone.get('/api/demo/outbox')).status).toBe(404);
    await mailServer.close();
  });
});
