import type { ChannelAccount, KycRequest } from '@tonle/contract/channel';
import type { RefusalBody } from '@tonle/contract/refusal';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { accountsPath, handIn, jpegOf, kycOf, openedBy, pngOf, submit } from './test-customers.ts';

let bank: TestBank;
let app: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  app = await bank.asApp();
});
afterAll(() => bank.close());

const refused = (answer: Answer) => (answer.body as RefusalBody).status.error;
const keysOf = (answer: Answer) =>
  ((answer.body as RefusalBody).fields ?? []).map(({ path, key }) => [path, key]);
const current = (accountId: string) => app.get<KycRequest>(`${accountsPath}/${accountId}/kyc`);
const edit = (accountId: string, body: unknown, headers: Record<string, string> = {}) =>
  app.send<KycRequest>({ method: 'PUT', path: `${accountsPath}/${accountId}/kyc`, body, headers });
const decide = (accountId: string, status: string, reason: string | null) =>
  bank.database.owner.pool.query(
    `UPDATE verification_request SET status = $2, reason = $3, decided_at = now(), decided_by = 'admin'
     WHERE account_id = $1 AND status = 'PENDING'`,
    [accountId, status, reason],
  );

describe('a picture', () => {
  test('is kept as it looks and not as it came, and once however often it is handed in', async () => {
    const { accountId } = await openedBy(app);
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#abc' } })
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer();
    const answers = await Promise.all(
      [1, 2, 3].map(() => handIn(app, accountId, 'photo', bytes, 'image/jpeg')),
    );
    expect(answers.map((it) => it.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((it) => it.body.imageId)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ width: 64, height: 48 });
    const { rows } = await bank.database.owner.pool.query(
      'SELECT content, media_type FROM customer_image WHERE account_id = $1',
      [accountId],
    );
    expect(rows.length).toBe(1);
    expect([rows[0].media_type, rows[0].content.includes('somebody')]).toEqual(['image/jpeg', false]);
  });

  test('that was never asked with does not stay for ever', async () => {
    const { accountId } = await openedBy(app);
    const kyc = await kycOf(app, accountId);
    expect((await submit(app, accountId, kyc)).status).toBe(200);
    for (let index = 0; index < 12; index += 1) {
      const answer = await handIn(app, accountId, 'photo', await pngOf(`#0000${index + 10}`));
      expect(answer.status).toBe(200);
    }
    const { rows } = await bank.database.owner.pool.query(
      'SELECT image_id FROM customer_image WHERE account_id = $1',
      [accountId],
    );
    expect(rows.length).toBe(8 + 2);
    expect(rows.map((it) => it.image_id)).toEqual(expect.arrayContaining([kyc.photoId, kyc.identityId]));
  });

  test('is refused in words unless it is one', async () => {
    const { accountId } = await openedBy(app);
    const png = await pngOf();
    const behind = Buffer.concat([png, Buffer.from('<script>')]);
    expect(keysOf(await handIn(app, accountId, 'photo', behind))).toEqual([['', 'image.damaged']]);
    expect(keysOf(await handIn(app, accountId, 'photo', '<svg/>'))).toEqual([['', 'image.not-an-image']]);
    expect((await handIn(app, accountId, 'photo', png, 'image/svg+xml')).status).toBe(415);
    expect((await handIn(app, accountId, 'photo', png, 'application/json')).status).toBe(415);
    expect((await handIn(app, accountId, 'photo', Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await handIn(app, accountId, 'passport', png)).status).toBe(400);
    expect((await handIn(app, accountId, 'photo', '')).status).toBe(400);
    expect((await handIn(app, 'nobody@chkt', 'photo', png)).status).toBe(404);
    const gone = await handIn(app, 'gone@chkt', 'photo', png);
    expect([gone.status, refused(gone)]).toEqual([409, 'ACCOUNT_DELETED']);
  });

  test('of 3 MiB gets through here and nowhere else', async () => {
    const { accountId } = await openedBy(app);
    const noise = Buffer.from(
      Array.from({ length: 1_200 * 900 * 3 }, (_, index) => (index * 7_919 * index) % 251),
    );
    const large = await sharp(noise, { raw: { width: 1_200, height: 900, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(3_000_000);
    expect((await handIn(app, accountId, 'identity', large)).status).toBe(200);
    expect((await submit(app, accountId, JSON.stringify({ a: 'x'.repeat(1_100_000) }))).status).toBe(413);
  });
});

describe('a verification request', () => {
  test('holds old and new values and waits for the bank', async () => {
    const { accountId } = await openedBy(app);
    const kyc = await kycOf(app, accountId);
    const answer = await submit(app, accountId, kyc);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ accountId, requestStatus: 'PENDING', remarks: null });
    expect((await current(accountId)).body).toEqual(answer.body);
    const account = await app.get<ChannelAccount>(`${accountsPath}/${accountId}`);
    expect(account.body.kycRequest).toEqual(answer.body);
    // Nothing of the customer has changed yet.
    expect(account.body.fullName).toBe('ដារ៉ា Sok');
    const { rows } = await bank.database.owner.pool.query(
      'SELECT * FROM verification_request WHERE account_id = $1',
      [accountId],
    );
    expect(rows[0]).toMatchObject({
      status: 'PENDING',
      revision: 1,
      requested_by: 'App test-app',
      photo_id: kyc.photoId,
      identity_check: { live: true, liveConfidenceAvg: 0.97, faceMatch: 0.9 },
      old_values: { firstName: 'ដារ៉ា', lastName: 'Sok', birthday: null, documentId: null },
      new_values: {
        firstName: 'Dara',
        lastName: 'Sok Chan',
        birthday: '1994-02-28',
        documentId: '012345678',
      },
    });
    const { rows: entries } = await bank.database.owner.pool.query(
      'SELECT activity FROM audit_log WHERE request_id = $1',
      [answer.headers['x-request-id']],
    );
    expect(entries).toEqual([{ activity: 'VERIFICATION_REQUESTED' }]);
  });

  test('is edited while it waits, and refused a second time or after the decision', async () => {
    const { accountId } = await openedBy(app);
    const kyc = await kycOf(app, accountId);
    const early = await edit(accountId, kyc);
    expect([early.status, refused(early)]).toEqual([409, 'WRONG_STATE']);
    const first = await submit(app, accountId, kyc);
    const second = await submit(app, accountId, kyc);
    expect([second.status, (second.body as unknown as RefusalBody).data]).toEqual([
      409,
      { state: 'PENDING' },
    ]);
    const edited = await edit(accountId, { ...kyc, firstName: 'Dary' });
    expect([edited.status, edited.body.verificationId]).toEqual([200, first.body.verificationId]);
    await decide(accountId, 'REJECTED', 'The document is blurred');
    expect((await current(accountId)).body).toMatchObject({
      requestStatus: 'REJECTED',
      remarks: 'The document is blurred',
    });
    const late = await edit(accountId, kyc);
    expect([late.status, (late.body as unknown as RefusalBody).data]).toEqual([409, { state: 'REJECTED' }]);
    const again = await submit(app, accountId, kyc);
    expect(again.body.requestStatus).toBe('PENDING');
    expect(again.body.verificationId).not.toBe(first.body.verificationId);
  });

  test('of ten at once is one', async () => {
    const { accountId } = await openedBy(app);
    const kyc = await kycOf(app, accountId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(app, accountId, kyc)));
    expect(answers.map((it) => it.status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('under a key happens once, is answered again, and is no other request’s', async () => {
    const { accountId } = await openedBy(app);
    const kyc = await kycOf(app, accountId);
    const key = { 'idempotency-key': 'kyc-request-1' };
    const answers = await Promise.all([1, 2, 3].map(() => submit(app, accountId, kyc, key)));
    expect(answers.map((it) => [it.status, it.body])).toEqual(
      Array.from({ length: 3 }, () => [200, answers[0]?.body]),
    );
    expect((await submit(app, accountId, { ...kyc, nationality: 'Thai' }, key)).status).toBe(422);
    expect((await edit(accountId, kyc, key)).status).toBe(422);
    // A refusal is judged anew.
    const other = { 'idempotency-key': 'kyc-request-2' };
    expect((await submit(app, accountId, kyc, other)).status).toBe(409);
    await decide(accountId, 'REJECTED', 'Try again');
    expect((await submit(app, accountId, kyc, other)).status).toBe(200);
  });

  test('of an organisation names the organisation', async () => {
    const photo = await handIn(app, 'shop@chkt', 'photo', await jpegOf('#112233'), 'image/jpeg');
    const identity = await handIn(app, 'shop@chkt', 'identity', await pngOf('#112233'));
    const kyc = {
      accountType: 'DESKTOP',
      organizationName: 'Blue River Coffee and Tea',
      documentId: 'REG12345',
      photoId: photo.body.imageId,
      identityId: identity.body.imageId,
    };
    expect((await submit(app, 'shop@chkt', kyc)).status).toBe(200);
    const wrongKind = await submit(app, 'web@chkt', kyc);
    expect(keysOf(wrongKind)).toContainEqual(['accountType', 'account-type.other']);
  });

  test.each([
    [{ birthday: '2199-01-01' }, ['birthday', 'birthday.in-future']],
    [{ birthday: '1999-02-30' }, ['birthday', 'field.invalid-date']],
    [{ nationality: '' }, ['nationality', 'nationality.required']],
    [{ documentId: 'A-1' }, ['documentId', 'document-id.invalid']],
    [{ documentId: 'A_1' }, ['documentId', 'document-id.invalid']],
    [{ sex: 'X' }, ['sex', 'field.not-a-choice']],
    [{ secondaryContact: '012345678' }, ['secondaryContact', 'email.invalid']],
    [{ photoId: '00000000-0000-4000-8000-000000000000' }, ['photoId', 'image.unknown']],
    [{ photoId: '../../etc/passwd' }, ['photoId', 'field.invalid']],
    [
      { identityCheck: { live: true, liveConfidenceAvg: 2, faceMatch: 1 } },
      ['identityCheck.liveConfidenceAvg', 'field.too-large'],
    ],
    [{ kycStatus: 'FULL_KYC' }, ['kycStatus', 'field.unknown']],
  ])('says what is wrong with %j', async (more, expected) => {
    const { accountId } = await openedBy(app);
    const answer = await submit(app, accountId, { ...(await kycOf(app, accountId)), ...more });
    expect(answer.status).toBe(400);
    expect(keysOf(answer)).toContainEqual(expected);
  });

  test('takes no picture of somebody else, nor a photo for a document', async () => {
    const [mine, other] = [await openedBy(app), await openedBy(app)];
    const kyc = await kycOf(app, mine.accountId);
    const theirs = await kycOf(app, other.accountId);
    expect(keysOf(await submit(app, mine.accountId, { ...kyc, photoId: theirs.photoId }))).toEqual([
      ['photoId', 'image.unknown'],
    ]);
    expect(keysOf(await submit(app, mine.accountId, { ...kyc, identityId: kyc.photoId }))).toEqual([
      ['identityId', 'image.unknown'],
    ]);
  });

  test('is 404 where there is none, or no such account', async () => {
    const { accountId } = await openedBy(app);
    expect(refused(await current(accountId))).toBe('NOT_FOUND');
    expect(refused(await current('nobody@chkt'))).toBe('ACCOUNT_NOT_FOUND');
    const answer = await submit(app, 'gone@chkt', await kycOf(app, accountId));
    expect(refused(answer)).toBe('ACCOUNT_DELETED');
  });
});
