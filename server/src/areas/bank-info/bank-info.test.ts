import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BankInfo } from '@tonle/contract/bank-info';
import type { RefusalBody } from '@tonle/contract/refusal';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { bankMark } from '../reports/bank-mark.ts';
import { ownLogos } from './bank-info.public.ts';

let bank: TestBank;
let admin: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  admin = await bank.as('admin');
});
afterAll(() => bank?.close());

const base = '/tps/api/participant-banks';
type Info = { status: { code: 0 }; data: BankInfo };
const read = async (): Promise<BankInfo> => (await admin.get<Info>(`${base}/web/info`)).body.data;
const good = {
  name: 'Chaktomuk Bank',
  phone: '+855 23 999 888',
  email: 'office@chaktomuk.example',
  facebook: 'https://www.facebook.com/chaktomuk',
  address: 'ផ្លូវ ២៤០ ភ្នំពេញ',
  website: 'https://chaktomuk.example/',
};
const update = (more: Record<string, unknown> = {}, caller = admin) =>
  caller.post<Info>(`${base}/info`, { ...good, ...more });
const refused = (answer: Answer) => (answer.body as RefusalBody).status.error;
const faultsOf = (answer: Answer) =>
  ((answer.body as RefusalBody).fields ?? []).map(({ path, message }) => [path, message]);
const entryOf = async (answer: Answer) => {
  const { rows } = await bank.database.owner.pool.query(
    'SELECT activity, login, subject, old_values, new_values FROM audit_log WHERE request_id = $1',
    [answer.headers['x-request-id']],
  );
  return rows;
};
const pngOf = (background: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

describe('the bank’s contact information', () => {
  test('is read as the specification has it', async () => {
    const answer = await admin.get<Info>(`${base}/web/info`);
    expect(answer.body).toEqual({
      status: { code: 0 },
      data: {
        bin: 'Chaktomuk Bank',
        phoneNumber: '85523456789',
        email: 'info@chaktomuk.example',
        facebook: 'https://www.facebook.com/chaktomukbank',
        address: '12 Sisowath Quay, Daun Penh, Phnom Penh',
        website: 'https://www.chaktomuk.example/',
        logoUuid: null,
        titleLogoUuid: null,
        revision: 1,
      },
    });
  });

  test('what was read is accepted back, and changes nothing', async () => {
    const before = await read();
    const answer = await admin.post<Info>(`${base}/info`, before);
    expect([answer.status, answer.body.data]).toEqual([200, before]);
    expect(await entryOf(answer)).toEqual([]);
  });

  test('changes with an entry of old and new values in the audit log', async () => {
    const before = await read();
    const answer = await update({ facebook: '', revision: before.revision });
    expect(answer.body.data).toEqual({
      ...before,
      phoneNumber: '85523999888',
      email: good.email,
      facebook: null,
      address: good.address,
      website: good.website,
      revision: (before.revision ?? 0) + 1,
    });
    expect(await read()).toEqual(answer.body.data);
    expect(await entryOf(answer)).toEqual([
      {
        activity: 'BANK_INFO_CHANGED',
        login: 'admin',
        subject: 'Chaktomuk Bank',
        old_values: {
          phone: before.phoneNumber,
          email: before.email,
          facebook: before.facebook,
          address: before.address,
          website: before.website,
        },
        new_values: {
          phone: '85523999888',
          email: good.email,
          facebook: null,
          address: good.address,
          website: good.website,
        },
      },
    ]);
  });

  test.each([
    [{ name: '' }, 'name', "Please enter bank's name"],
    [{ name: null }, 'name', "Please enter bank's name"],
    [{ name: 'Another Bank' }, 'name', 'The name of the bank cannot be changed'],
    [{ phone: '' }, 'phone', "Please enter bank's phone"],
    [{ phone: undefined }, 'phone', "Please enter bank's phone"],
    [{ phone: '  ' }, 'phone', "Please enter bank's phone"],
    [{ phone: '12' }, 'phone', 'Incorrect phone number'],
    [{ phone: '+1 555 123 4567' }, 'phone', 'Incorrect phone number'],
    [{ phone: 85_512_345_678 }, 'phone', 'This value is not valid'],
    [{ phone: '+855 023 999 888' }, 'phone', 'Phone number can’t start with 0'],
    [{ phone: '855012345678' }, 'phone', 'Phone number can’t start with 0'],
    [{ email: '' }, 'email', "Please enter bank's email"],
    [{ email: 'office@' }, 'email', 'Incorrect email. Please provide correct bank email'],
    [
      { email: `${'x'.repeat(250)}@a.example` },
      'email',
      'Incorrect email. Please provide correct bank email',
    ],
    [{ facebook: 'https://facebook.com.evil.example/x' }, 'facebook', 'Incorrect facebook address'],
    [{ facebook: 'javascript:alert(1)//facebook.com/x' }, 'facebook', 'Incorrect facebook address'],
    [{ facebook: 'chaktomuk' }, 'facebook', 'Incorrect facebook address'],
    [{ address: ' ' }, 'address', "Please enter bank's address"],
    [{ address: 'x'.repeat(256) }, 'address', 'Please enter at most 255 characters'],
    [{ website: '' }, 'website', 'Please enter website'],
    [{ website: 'chaktomuk.example' }, 'website', 'Incorrect website. Example: https://www.bank.com.kh/'],
    [{ website: 'javascript:alert(1)' }, 'website', 'Incorrect website. Example: https://www.bank.com.kh/'],
    [{ website: 'ftp://bank.example' }, 'website', 'Incorrect website. Example: https://www.bank.com.kh/'],
    [{ website: 'https://' }, 'website', 'Incorrect website. Example: https://www.bank.com.kh/'],
    [{ website: 'https://a@b.example/' }, 'website', 'Incorrect website. Example: https://www.bank.com.kh/'],
    [{ domain: 'evil' }, 'domain', 'This field is not known here'],
    [{ own: false }, 'own', 'This field is not known here'],
    [{ logoUuid: 'x' }, 'logoUuid', 'This value is not valid'],
  ])('with %j is refused in words', async (more, path, message) => {
    const before = await read();
    const answer = await update(more);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toContainEqual([path, message]);
    expect(await read()).toEqual(before);
  });

  test.each(['facebook.com/chaktomuk', 'https://m.facebook.com/pages/x?id=1', 'http://fb.me/chaktomuk'])(
    'takes %s as a facebook address',
    async (facebook) => {
      expect((await update({ facebook })).body.data.facebook).toBe(facebook);
    },
  );

  test('its website is never fetched', async () => {
    let calls = 0;
    const site = createServer((_request, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    const website = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    expect((await update({ website })).body.data.website).toBe(website);
    await read();
    await update();
    await new Promise((done) => site.close(done));
    expect(calls).toBe(0);
  });

  test('of ten at once from the same state has one winner', async () => {
    const { revision } = await read();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => update({ address: `Street ${index}`, revision })),
    );
    const won = answers.filter((it) => it.status === 200);
    expect(won).toHaveLength(1);
    // The winner's own once more, as after an answer that was lost, is so already.
    const { address } = won[0]?.body.data ?? {};
    expect(await update({ address, revision })).toMatchObject({ status: 200, body: won[0]?.body });
    const late = answers.filter((it) => it.status === 409);
    expect(late).toHaveLength(9);
    expect(new Set(late.map(refused))).toEqual(new Set(['CHANGED_MEANWHILE']));
  });

  test('is for those who may change it; the rest are turned away, and the anonymous first', async () => {
    const none = '00000000-0000-4000-8000-000000000000';
    const paths = [`${base}/web/info`, `/tps/api/v2/participant-banks/logo/${none}`];
    for (const login of ['auditor', 'manager', 'access', 'authorizer', 'teller', 'keyholder1']) {
      const caller = await bank.as(login);
      for (const path of paths) expect([login, (await caller.get(path)).status]).toEqual([login, 403]);
      expect((await caller.get(`/tps/api/v2/participant-banks/title-logo/${none}`)).status).toBe(403);
      expect((await update({}, caller)).status).toBe(403);
    }
    for (const path of paths) expect((await bank.anyone.get(path)).status).toBe(401);
    expect((await bank.anyone.get(`${base}/logo-by-code/CHKTKHPPXXX`)).status).toBe(401);
    expect((await update({}, bank.anyone)).status).toBe(401);
  });
});

describe('the bank’s logos', () => {
  const logoByCode = async (login = 'auditor', code = 'CHKTKHPPXXX') => {
    const caller = await bank.as(login);
    return caller.get<{ data: { logo: string | null } }>(`${base}/logo-by-code/${code}`);
  };

  test('until there is one there is none', async () => {
    expect((await logoByCode()).body).toEqual({ status: { code: 0 }, data: { logo: null } });
    expect((await logoByCode('manager', 'MEKGKHPPXXX')).body.data.logo).toBe(null);
    expect((await logoByCode('manager', 'NOBANK00')).status).toBe(404);
    expect((await logoByCode('manager', 'no-bank')).status).toBe(400);
    const mark = await inTransaction(bank.database.db, bankMark);
    expect([mark.ending, mark.holdsName]).toEqual(['.svg', false]);
  });

  test('come in base64 or as the bytes of the specification, and are encoded anew', async () => {
    const [square, wide] = [await pngOf('#5c1a33'), await pngOf('#0b5f6e80', 400, 80)];
    const first = await update({ logo: square.toString('base64') });
    expect(first.status).toBe(200);
    const { logoUuid } = first.body.data;
    expect(await entryOf(first)).toMatchObject([
      { activity: 'BANK_INFO_CHANGED', old_values: { logoId: null }, new_values: { logoId: logoUuid } },
    ]);
    const second = await update({ titleLogo: [...wide], logo: null, logoUuid });
    expect(second.body.data.logoUuid).toBe(logoUuid);
    const { titleLogoUuid } = second.body.data;
    for (const [path, size] of [
      [`logo/${logoUuid}`, [40, 30]],
      [`title-logo/${titleLogoUuid}`, [400, 80]],
    ] as const) {
      const answer = await bank.app.inject({
        url: `/tps/api/v2/participant-banks/${path}`,
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
      const { width, height, format } = await sharp(answer.rawPayload).metadata();
      expect([format, width, height]).toEqual(['png', ...size]);
    }
    const swapped = await admin.get(`/tps/api/v2/participant-banks/title-logo/${logoUuid}`);
    expect([swapped.status, refused(swapped)]).toEqual([404, 'NOT_FOUND']);
    const shown = await logoByCode();
    expect((await sharp(Buffer.from(shown.body.data.logo ?? '', 'base64')).metadata()).width).toBe(40);

    const logos = await inTransaction(bank.database.db, ownLogos);
    expect([logos.logo?.width, logos.titleLogo?.width]).toEqual([40, 400]);
    const mark = await inTransaction(bank.database.db, bankMark);
    expect([mark.ending, mark.holdsName, mark.heightPt]).toEqual(['.png', true, 34]);
  });

  test('given again are the same, so that nothing changes', async () => {
    const logo = (await pngOf('#123456')).toString('base64');
    const first = await update({ logo });
    const again = await update({ logo });
    expect(again.body.data).toEqual(first.body.data);
    expect(await entryOf(again)).toEqual([]);
  });

  test('an update by somebody who knows another logo is refused', async () => {
    const { logoUuid } = await read();
    await update({ logo: (await pngOf('#abcdef')).toString('base64') });
    const late = await update({ logoUuid });
    expect([late.status, refused(late)]).toEqual([409, 'CHANGED_MEANWHILE']);
  });

  test.each([
    [
      'a JPEG',
      async () =>
        (
          await sharp(await pngOf('#fff'))
            .flatten()
            .jpeg()
            .toBuffer()
        ).toString('base64'),
    ],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
    ['no base64', async () => '../../etc/passwd'],
    ['numbers that are no bytes', async () => [137, 80, 78, 71, 999]],
    ['no bytes at all', async () => []],
    ['an object', async () => ({ length: 3 })],
  ])('%s is refused in words', async (_what, make) => {
    const answer = await update({ logo: await make() });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      [['logo', 'Type error! File should have image type']],
    ]);
  });

  test('too large a file, or one with too many pixels, is refused in words', async () => {
    const noise = await sharp(Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))), {
      raw: { width: 200, height: 100, channels: 3 },
    })
      .resize(700, 400, { kernel: 'nearest' })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(noise.length).toBeGreaterThan(512 * 1024);
    const large = [
      ['titleLogo', 'File size is too big! Please make sure the file size is less than 512 KiB'],
    ];
    expect(faultsOf(await update({ titleLogo: noise.toString('base64') }))).toEqual(large);
    expect(faultsOf(await update({ titleLogo: [...noise.subarray(0, 512 * 1024 + 1)] }))).toEqual(large);
    const many = await pngOf('#fff', 2_001, 2_000);
    expect(many.length).toBeLessThan(100_000);
    expect(faultsOf(await update({ logo: many.toString('base64') }))).toEqual([
      ['logo', 'The picture has too many pixels'],
    ]);
    expect((await update({ logo: 'A'.repeat(5 * 1024 * 1024) })).status).toBe(413);
  });
});
