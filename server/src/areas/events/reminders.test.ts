import { dayOf } from '@tonle/contract/phnom-penh-day';
import { afterEach, expect, it } from 'vitest';
import { Wrapper } from '../../adapters/key-store.ts';
import { Outbox } from '../../jobs/outbox.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import { requestIn } from '../contact-changes/test-requests.ts';
import { recoveriesOf } from '../key-recovery/test-recoveries.ts';
import { TestStream } from './test-stream.ts';

const open: TestBank[] = [];
afterEach(async () => {
  for (const bank of open.splice(0)) await bank.close();
});

async function bankWith(environment: Record<string, string>, clock?: () => Date): Promise<TestBank> {
  const bank = await startTestBank({
    environment: { PUBLIC_URL: 'https://tonle.bank.example', ...environment },
    remindersEveryMs: 20,
    // Recoveries fail by the database's clock, whatever a test's own says.
    recoveryTiming: { everyMs: 3_600_000 },
    ...(clock === undefined ? {} : { clock }),
  });
  open.push(bank);
  return bank;
}

async function mailsOf(bank: TestBank) {
  const outbox = new Outbox({
    db: bank.database.db,
    seal: new Wrapper(bank.config.keyWrapSecret),
    senders: {},
    isShown: true,
    log: { warn: () => undefined },
  });
  return (await outbox.shown(100)).filter((it) => it.purpose === 'REMINDER');
}

const age = (bank: TestBank, id: string, hours: number) =>
  bank.database.owner.pool.query(
    'UPDATE contact_change SET status_since = now() - make_interval(hours => $2) WHERE id = $1',
    [id, hours],
  );

/** A moment of today's Phnom Penh day. */
const todayAt = (time: string): Date => new Date(`${dayOf(new Date())}T${time}:00+07:00`);

it('mails those who may decide, once a day, what has waited too long', async () => {
  let now = todayAt('07:59');
  const bank = await bankWith({ REMINDER_TIME: '08:00', REMINDER_HOURS: '5' }, () => now);
  const { pool } = bank.database.owner;
  const late = await requestIn(bank, 'VERIFIED', { accountId: 'a_b@chkt' });
  const fresh = await requestIn(bank, 'OPEN', { accountId: 'axb@chkt' });
  await pool.query('UPDATE contact_change SET status_since = $1 WHERE id = $2', [todayAt('01:00'), late]);
  await pool.query('UPDATE contact_change SET status_since = $1 WHERE id = $2', [todayAt('07:00'), fresh]);
  await new Promise((wake) => setTimeout(wake, 120));
  expect(await mailsOf(bank)).toEqual([]);
  now = todayAt('08:00');
  await expect.poll(() => mailsOf(bank).then((it) => it.length)).toBe(1);
  const [mail] = await mailsOf(bank);
  expect(mail?.recipient).toBe('authorizer@tonle.example');
  expect(mail?.text).toContain(
    'No request should wait longer than 5 hours; a key recovery, which fails 24 hours after it was begun, no longer than 5.',
  );
  expect(mail?.text).toContain(
    'Contact changes to approve: 1  https://tonle.bank.example/change-phone-requests',
  );
  expect(mail?.text).not.toContain('whose code is not entered');
  await new Promise((wake) => setTimeout(wake, 120));
  expect(await mailsOf(bank)).toHaveLength(1);
  // The next day both have waited too long, and whoever is blocked is told nothing.
  await pool.query(`UPDATE console_user SET blocked = true WHERE login = 'authorizer'`);
  now = new Date(now.getTime() + 24 * 3_600_000);
  await expect.poll(() => mailsOf(bank).then((it) => it.length)).toBe(2);
  expect((await mailsOf(bank)).map((it) => it.recipient)).toEqual([
    'admin@tonle.example',
    'authorizer@tonle.example',
  ]);
});

it('mails nobody where no time is set', async () => {
  const bank = await bankWith({}, () => todayAt('23:59'));
  await age(bank, await requestIn(bank, 'VERIFIED', { accountId: 'a_b@chkt' }), 100);
  await new Promise((wake) => setTimeout(wake, 120));
  expect(await mailsOf(bank)).toEqual([]);
});

it('counts in the badges what waits, and what waits too long, for those who may know', async () => {
  const bank = await bankWith({ REMINDER_HOURS: '24' });
  await age(bank, await requestIn(bank, 'VERIFIED', { accountId: 'a_b@chkt' }), 25);
  await requestIn(bank, 'OPEN', { accountId: 'axb@chkt' });
  const url = await bank.app.listen({ port: 0, host: '127.0.0.1' });
  const told = async (login: string) => {
    const stream = await TestStream.open(url, (await bank.as(login)).token ?? '');
    await expect.poll(() => stream.types).toContain('waiting');
    const event = stream.told.map((it) => it.event).findLast((it) => it.type === 'waiting');
    await stream.close();
    return event;
  };
  expect(await told('authorizer')).toMatchObject({
    counts: { 'contact-changes.authorize': 1 },
    overdue: { 'contact-changes.authorize': 1 },
  });
  expect(await told('admin')).toMatchObject({ counts: { 'contact-changes.verify': 1 }, overdue: {} });
  expect(await told('teller')).toMatchObject({ counts: { deposits: 0 }, overdue: {} });
});

it('a recovery has waited too long well before it fails, in list, badge and mail alike', async () => {
  let now = todayAt('07:00');
  const bank = await bankWith({ REMINDER_TIME: '08:00', REMINDER_HOURS: '24' }, () => now);
  const recoveries = recoveriesOf(bank);
  const put = async (accountId: string, accountType: string, updated: string, expires: string) => {
    const { id } = await recoveries.put('READY', { accountId, accountType });
    await bank.database.owner.pool.query(
      `UPDATE key_recovery_request SET updated = $2::timestamptz, expires = $3::timestamptz WHERE id = $1`,
      [id, updated, expires],
    );
    return id;
  };
  const at = (hours: number, seconds = 0) =>
    new Date(todayAt('08:00').getTime() + hours * 3_600_000 + seconds * 1_000).toISOString();
  const late = [
    // It has stood still for a quarter of its time…
    await put('a_b@chkt', 'MOBILE', at(-6, -1), at(17)),
    // …or has only a quarter left, however lately it was moved.
    await put('shop@chkt', 'DESKTOP', at(-1), at(6, -1)),
  ];
  const fresh = await put('axb@chkt', 'MOBILE', at(-6, 1), at(6, 1));
  now = todayAt('08:00');
  await expect.poll(() => mailsOf(bank).then((it) => it.length)).toBe(1);
  const [mail] = await mailsOf(bank);
  expect(mail?.recipient).toBe('authorizer@tonle.example');
  expect(mail?.text).toContain(
    'Key recoveries to approve: 2 of 3  https://tonle.bank.example/recovery-requests',
  );
  expect(mail?.text).toContain('សំណើស្តារសោដែលរង់ចាំការអនុម័ត: 2 ក្នុងចំណោម 3');
  expect(mail?.text).toContain('no longer than 6.');
  const authorizer = await bank.as('authorizer');
  const { body } = await authorizer.post<{ id: string; overdue: boolean }[]>(
    '/tps/api/recovery/requests',
    {},
  );
  const marked = body.filter((it) => it.overdue).map((it) => it.id);
  expect(marked.sort()).toEqual(late.sort());
  expect(body.map((it) => it.id)).toContain(fresh);
  const url = await bank.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await TestStream.open(url, authorizer.token ?? '');
  await expect.poll(() => stream.types).toContain('waiting');
  expect(stream.told.map((it) => it.event).findLast((it) => it.type === 'waiting')).toMatchObject({
    counts: { 'key-recovery.authorize': 3 },
    overdue: { 'key-recovery.authorize': 2 },
  });
  await stream.close();
});

it('mails a recovery that becomes overdue after the morning on the same day: it would be gone by the next', async () => {
  let now = todayAt('07:59');
  const bank = await bankWith({ REMINDER_TIME: '08:00', REMINDER_HOURS: '24' }, () => now);
  const { pool } = bank.database.owner;
  // Three hours old in the morning, failed at 05:00 of the next day.
  const { id } = await recoveriesOf(bank).put('READY', { accountId: 'a_b@chkt' });
  await pool.query(
    'UPDATE key_recovery_request SET updated = $2::timestamptz, expires = $3::timestamptz WHERE id = $1',
    [id, todayAt('05:00'), new Date(todayAt('05:00').getTime() + 24 * 3_600_000)],
  );
  const change = await requestIn(bank, 'VERIFIED', { accountId: 'axb@chkt' });
  await pool.query('UPDATE contact_change SET status_since = $1 WHERE id = $2', [
    new Date(todayAt('10:00').getTime() - 24 * 3_600_000),
    change,
  ]);
  const begunDay = () => pool.query('SELECT FROM reminder_day').then((it) => it.rowCount);
  now = todayAt('08:00');
  await expect.poll(begunDay).toBe(6);
  now = todayAt('11:00');
  now.setSeconds(1);
  await expect.poll(() => mailsOf(bank).then((it) => it.length)).toBe(1);
  await new Promise((wake) => setTimeout(wake, 120));
  const mails = await mailsOf(bank);
  expect(mails.map((it) => it.recipient)).toEqual(['authorizer@tonle.example']);
  expect(mails[0]?.text).toContain(
    'Key recoveries to approve: 1  https://tonle.bank.example/recovery-requests',
  );
  // Contact changes wait as long as it takes: the next morning is soon enough.
  expect(mails[0]?.text).not.toContain('Contact changes');
});
