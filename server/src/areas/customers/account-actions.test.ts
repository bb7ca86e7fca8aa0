import type { CustomerDetail } from '@tonle/contract/customers';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settlementId, startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { accountsPath, give, jpegOf, kycOf, openedBy, pngOf, submit } from '../channel/test-customers.ts';
import { someoneWith } from './test-people.ts';

const user = '/authservice/api/v1/user';
const deletePath = '/tps/api/v2/fst-iroha-accounts/delete-account';

let bank: TestBank;
let admin: Caller;
let app: Caller;
let looker: Caller;
let desk: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  admin = await bank.as('admin');
  app = await bank.asApp();
  looker = await someoneWith(bank, 'looker', ['customers.list.mobile']);
  desk = await someoneWith(bank, 'desk', ['customers.list.desktop', 'customers.change.desktop']);
});
afterAll(() => bank?.close());

const errorOf = ({ status, body }: Answer): [number, string] => [status, (body as RefusalBody).status.error];
const messageOf = ({ body }: Answer): string => (body as RefusalBody).status.message;
const faultsOf = ({ body }: Answer): [string, string][] =>
  (body as RefusalBody).fields?.map((it) => [it.path, it.message]) ?? [];

const freeze = (caller: Caller, accountId: string) =>
  caller.send({ method: 'PUT', path: `${user}/set-user-frozen`, body: { accountId } });
const unfreeze = (caller: Caller, accountId: string) =>
  caller.send({ method: 'PUT', path: `${user}/unset-user-frozen`, body: { accountId } });
const remove = (caller: Caller, accountId: string) => caller.post(deletePath, { accountId });
const edit = (caller: Caller, body: object) => caller.post(`${user}/edit-profile`, body);
const detailOf = async (accountId: string): Promise<CustomerDetail> =>
  (await admin.get<CustomerDetail>(`/tps/api/v2/fst-iroha-accounts/${accountId}`)).body;

const pay = (from: string, to: string, amount = '1.00') =>
  app.post(`${accountsPath}/${from}/payments`, { destAccountId: to, assetId: 'usd#nbc', amount });

/** A new person with so many cents. */
async function person(usdMinor = 0n): Promise<string> {
  const { accountId } = await openedBy(app);
  if (usdMinor > 0n) await give(bank, accountId, 'usd#nbc', usdMinor);
  return accountId;
}

let companies = 0;
async function company(): Promise<string> {
  companies += 1;
  const { accountId } = await openedBy(app, {
    accountType: 'DESKTOP',
    accountName: `signing_${companies}`,
    organizationName: 'Lotus Trading',
    firstName: undefined,
    lastName: undefined,
    primaryContact: `85510${String(810_000 + companies)}`,
  });
  return accountId;
}

async function lastEntry(): Promise<Record<string, unknown>> {
  const { rows } = await bank.database.owner.pool.query(
    'SELECT login, activity, subject, old_values, new_values FROM audit_log ORDER BY id DESC LIMIT 1',
  );
  return rows[0];
}

describe('blocking', () => {
  it('and unblocking act on the next payment, and are audited with old and new', async () => {
    const accountId = await person(1_000n);
    const other = await person();
    const blocked = await freeze(admin, accountId);
    expect([blocked.status, blocked.body]).toEqual([200, { accountId, status: 'ACTIVATED', frozen: true }]);
    expect(await lastEntry()).toEqual({
      login: 'admin',
      activity: 'ACCOUNT_BLOCKED',
      subject: accountId,
      old_values: { frozen: false },
      new_values: { frozen: true },
    });
    expect(errorOf(await pay(accountId, other))).toEqual([409, 'ACCOUNT_BLOCKED']);
    expect((await detailOf(accountId)).frozen).toBe(true);
    const again = await freeze(admin, accountId);
    expect([errorOf(again), messageOf(again)]).toEqual([
      [409, 'ACCOUNT_BLOCKED'],
      `Account ${accountId} is blocked`,
    ]);
    expect((await unfreeze(admin, accountId)).body).toEqual({
      accountId,
      status: 'ACTIVATED',
      frozen: false,
    });
    expect(await lastEntry()).toMatchObject({
      activity: 'ACCOUNT_UNBLOCKED',
      old_values: { frozen: true },
      new_values: { frozen: false },
    });
    const twice = await unfreeze(admin, accountId);
    expect([errorOf(twice), messageOf(twice)]).toEqual([
      [409, 'ACCOUNT_NOT_BLOCKED'],
      `Account ${accountId} is not blocked`,
    ]);
    expect((await pay(accountId, other)).status).toBe(200);
  });

  it('by many at once: one wins, the others are told', async () => {
    const accountId = await person();
    const answers = await Promise.all(Array.from({ length: 8 }, () => freeze(admin, accountId)));
    expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
    expect(
      answers.filter((it) => it.status === 409).every((it) => errorOf(it)[1] === 'ACCOUNT_BLOCKED'),
    ).toBe(true);
  });

  it('against payments: whatever was posted is accounted for, nothing is posted afterwards', async () => {
    const accountId = await person(2_000n);
    const other = await person();
    const payments = Array.from({ length: 12 }, () => pay(accountId, other));
    const blocked = await freeze(admin, accountId);
    expect(blocked.status).toBe(200);
    expect(errorOf(await pay(accountId, other))).toEqual([409, 'ACCOUNT_BLOCKED']);
    const answers = await Promise.all(payments);
    const paid = answers.filter((it) => it.status === 200).length;
    expect(answers.filter((it) => it.status !== 200).map((it) => errorOf(it)[1])).toEqual(
      Array.from({ length: 12 - paid }, () => 'ACCOUNT_BLOCKED'),
    );
    expect(await bank.balanceMinor(accountId, 'usd#nbc')).toBe(2_000n - BigInt(paid) * 100n);
    expect(await bank.balanceMinor(other, 'usd#nbc')).toBe(BigInt(paid) * 100n);
  });
});

describe('deleting', () => {
  it('keeps the row, readable; nothing more can be done with it', async () => {
    const accountId = await person();
    const answer = await remove(admin, accountId);
    expect([answer.status, answer.body]).toEqual([200, { accountId, status: 'DELETED', frozen: false }]);
    expect(await lastEntry()).toEqual({
      login: 'admin',
      activity: 'ACCOUNT_DELETED',
      subject: accountId,
      old_values: { status: 'ACTIVATED', frozen: false },
      new_values: { status: 'DELETED', frozen: false },
    });
    expect((await detailOf(accountId)).status).toBe('DELETED');
    const again = await remove(admin, accountId);
    expect([errorOf(again), messageOf(again)]).toEqual([
      [409, 'ACCOUNT_DELETED'],
      `Account ${accountId} is deleted`,
    ]);
    expect(errorOf(await freeze(admin, accountId))).toEqual([409, 'ACCOUNT_DELETED']);
    expect(errorOf(await unfreeze(admin, accountId))).toEqual([409, 'ACCOUNT_DELETED']);
    expect(errorOf(await edit(admin, personEdit(accountId)))).toEqual([409, 'ACCOUNT_DELETED']);
  });

  it('is refused in words while something is left on the account', async () => {
    const accountId = await person(5n);
    const answer = await remove(admin, accountId);
    expect([errorOf(answer), messageOf(answer)]).toEqual([
      [409, 'BALANCE_LEFT'],
      `Account ${accountId} still holds ៛0 KHR and $0.05 USD. It can be deleted once nothing is left on it.`,
    ]);
    expect((await detailOf(accountId)).status).toBe('ACTIVATED');
  });

  it('is refused while a request waits for approval', async () => {
    const accountId = await person();
    expect((await submit(app, accountId, await kycOf(app, accountId))).status).toBe(200);
    const answer = await remove(admin, accountId);
    expect([errorOf(answer), messageOf(answer)]).toEqual([
      [409, 'VERIFICATION_PENDING'],
      `There is a verification request of account ${accountId} that waits for approval. It has to be decided first.`,
    ]);
  });

  it('is refused while the primary contact is to be changed, or the key recovered', async () => {
    const accountId = await person();
    const asked = await admin.post('/authservice/api/v1/replace-user-primary-contact', {
      accountId,
      replacementMobilePrimaryContact: '+855 12 999 111',
    });
    expect(asked.status).toBe(200);
    const answer = await remove(admin, accountId);
    expect([errorOf(answer), messageOf(answer)]).toEqual([
      [409, 'CONTACT_CHANGE_PENDING'],
      `There is an open request to change the primary contact of account ${accountId}. It has to be decided or cancelled first.`,
    ]);

    const other = await person();
    const { name } = await detailOf(other);
    const prepared = await admin.post('/tps/api/recovery/prepare-account-recovery-request', {
      accountId: other,
      name,
    });
    expect([prepared.status, prepared.text]).toEqual([200, expect.anything()]);
    const refused = await remove(admin, other);
    expect([errorOf(refused), messageOf(refused)]).toEqual([
      [409, 'KEY_RECOVERY_PENDING'],
      `There is an open key recovery request of account ${other}. It has to be finished or cancelled first.`,
    ]);
  });

  it('is refused while a change of who signs for it waits; an account that was to sign may go', async () => {
    const [shop, lotus] = [await company(), await company()];
    expect((await freeze(admin, shop)).status).toBe(200);
    const asked = await admin.post(`${user}/add-authorizer`, {
      creatorAccountId: shop,
      authorizerAccountId: lotus,
    });
    expect([asked.status, asked.text]).toEqual([200, expect.anything()]);
    const answer = await remove(admin, shop);
    expect([errorOf(answer), messageOf(answer)]).toEqual([
      [409, 'AUTHORIZER_CHANGE_PENDING'],
      `A change of who signs for account ${shop} is under way. It has to be carried out first; while the account is blocked, it waits.`,
    ]);
    // The change ends FAILED, with its reason, once it can be looked at.
    expect((await remove(admin, lotus)).status).toBe(200);
    expect((await unfreeze(admin, shop)).status).toBe(200);
    await expect.poll(async () => (await remove(admin, shop)).status, { timeout: 10_000 }).toBe(200);
  });

  it('is refused while money of the account is under way: it may come back', async () => {
    const accountId = await person(100n);
    await bank.post({
      from: accountId,
      to: settlementId,
      amountMinor: 100n,
      standing: { status: 'PENDING', businessStatus: 'PENDING' },
      destinationAccountId: 'sok@mekg',
    });
    const answer = await remove(admin, accountId);
    expect([errorOf(answer), messageOf(answer)]).toEqual([
      [409, 'PAYMENTS_PENDING'],
      `A payment of account ${accountId} is still under way. The account can be deleted once it is known what became of it.`,
    ]);
    expect((await detailOf(accountId)).status).toBe('ACTIVATED');
  });

  it('against a payment to it: one of them wins, and a deleted account never holds money', async () => {
    const payer = await person(10_000n);
    for (let round = 0; round < 6; round += 1) {
      const accountId = await person();
      const [deleted, paid] = await Promise.all(
        round % 2 === 0
          ? [remove(admin, accountId), pay(payer, accountId)]
          : [pay(payer, accountId), remove(admin, accountId)].toReversed(),
      );
      const outcomes = [deleted?.status, paid?.status];
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual(outcomes);
      if (deleted?.status === 200) {
        expect(paid && errorOf(paid)[1]).toBe('ACCOUNT_DELETED');
        expect(await bank.balanceMinor(accountId, 'usd#nbc')).toBe(0n);
      } else {
        expect(deleted && errorOf(deleted)[1]).toBe('BALANCE_LEFT');
        expect(await bank.balanceMinor(accountId, 'usd#nbc')).toBe(100n);
      }
    }
  });

  it('against a request for verification: one of them wins', async () => {
    const accountId = await person();
    const kyc = await kycOf(app, accountId);
    const [deleted, asked] = await Promise.all([remove(admin, accountId), submit(app, accountId, kyc)]);
    expect([
      [200, 'ACCOUNT_DELETED'],
      [409, 'PENDING'],
    ]).toContainEqual([
      deleted.status,
      asked.status === 200 ? asked.body.requestStatus : errorOf(asked as Answer)[1],
    ]);
  });
});

/** A profile as the form sends it. */
const personEdit = (accountId: string, more: Record<string, unknown> = {}) => ({
  accountId,
  accountType: 'MOBILE',
  firstName: 'ដារ៉ា',
  lastName: 'Sok Chan',
  birthday: '1994-02-28',
  sex: 'female',
  nationality: 'Cambodian',
  documentId: '012345678',
  secondaryContact: 'dara@mail.example',
  ...more,
});

const base64 = async (bytes: Promise<Buffer>) => (await bytes).toString('base64');

describe('updating a profile', () => {
  it('opens a verification request with old and new values, and changes nothing yet', async () => {
    const accountId = await person();
    const answer = await edit(
      admin,
      personEdit(accountId, { photo: await base64(pngOf()), identity: await base64(jpegOf('#884422')) }),
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      { verificationRequestId: expect.stringMatching(/^\d+$/) },
    ]);
    const { rows } = await bank.database.owner.pool.query(
      `SELECT status, old_values, new_values, photo_id, identity_id, old_photo_id, requested_by, requested_by_user
       FROM verification_request WHERE account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([
      {
        status: 'PENDING',
        old_values: {
          lastName: 'Sok',
          birthday: null,
          sex: null,
          nationality: null,
          documentId: null,
          secondaryContact: null,
        },
        new_values: {
          lastName: 'Sok Chan',
          birthday: '1994-02-28',
          sex: 'FEMALE',
          nationality: 'Cambodian',
          documentId: '012345678',
          secondaryContact: 'dara@mail.example',
        },
        photo_id: expect.any(String),
        identity_id: expect.any(String),
        old_photo_id: null,
        requested_by: 'admin Test',
        requested_by_user: bank.userIds.admin,
      },
    ]);
    const detail = await detailOf(accountId);
    expect([detail.lastName, detail.birthday, detail.photoUuid]).toEqual(['Sok', null, null]);
    expect(`${detail.verificationRequestId}`).toBe(
      (answer.body as { verificationRequestId: string }).verificationRequestId,
    );
    expect(await lastEntry()).toMatchObject({
      login: 'admin',
      activity: 'VERIFICATION_REQUESTED',
      subject: accountId,
      old_values: { lastName: 'Sok', photoUuid: null },
      new_values: { lastName: 'Sok Chan', sex: 'FEMALE', photoUuid: rows[0].photo_id },
    });
    // What was sent is kept as a picture of our own making, seen by whoever may.
    const photo = await admin.get(`${user}/photo?uuid=${rows[0].photo_id}`);
    expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(errorOf(await edit(admin, personEdit(accountId, { firstName: 'Other' })))).toEqual([
      409,
      'VERIFICATION_PENDING',
    ]);
  });

  it('of an organisation asks for its name, and for its own kind', async () => {
    const other = { accountId: 'shop@chkt', accountType: 'WEB', organizationName: 'X', documentId: '1' };
    expect(faultsOf(await edit(desk, other))).toEqual([['accountType', 'This account is of another kind']]);
    const nameless = { ...other, accountType: 'DESKTOP', organizationName: '' };
    expect(faultsOf(await edit(desk, nameless))).toEqual([
      ['organizationName', "Please enter user's organization name"],
    ]);
    const answer = await edit(desk, {
      accountId: 'shop@chkt',
      accountType: 'DESKTOP',
      organizationName: 'Blue River Coffee & Tea',
      documentId: '00012345',
    });
    expect(answer.status).toBe(200);
  });

  it('that changes nothing is refused; so is a second one at the same time', async () => {
    const { pool } = bank.database.owner;
    const accountId = await person();
    await pool.query(
      `UPDATE customer SET birthday = '1994-02-28', sex = 'FEMALE', nationality = 'Cambodian',
         document_id = '012345678', last_name = 'Sok Chan', secondary_contact = 'dara@mail.example'
       WHERE account_id = $1`,
      [accountId],
    );
    expect(errorOf(await edit(admin, personEdit(accountId)))).toEqual([409, 'NOTHING_CHANGED']);
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((nationality) => edit(admin, personEdit(accountId, { nationality }))),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each([
    ['firstName', '', "Please enter user's first name"],
    ['firstName', 'D@ra', 'First name must contain letters and digits only'],
    ['firstName', 'A'.repeat(71), 'First name must not be over 70 characters'],
    ['lastName', '', "Please enter user's last name"],
    ['lastName', 'Sok Chan Dara', 'Last name must contain letters, digits and at most one space'],
    ['lastName', 'A'.repeat(71), 'Last name must not be over 70 characters'],
    ['nationality', '', "Please enter user's nationality"],
    ['nationality', 'Khmer!', 'Nationality must contain letters and digits only'],
    ['documentId', '', "Please enter user's document ID"],
    ['documentId', '12-34', 'Document ID must contain letters and digits only'],
    ['birthday', '', "Please enter user's birthday"],
    ['birthday', '2094-01-01', 'The birthday must not be in the future'],
    ['birthday', '1994-02-30', 'This is not a valid date'],
    ['secondaryContact', '012345678', 'Invalid contact. Please enter a valid email address.'],
    ['sex', 'other', 'This is not one of the choices'],
    ['photo', 'not base64!', 'Type error! File should have image type'],
    [
      'photo',
      Buffer.from('<svg onload="alert(1)"/>').toString('base64'),
      'Type error! File should have image type',
    ],
    ['identity', Buffer.from('GIF89a').toString('base64'), 'Type error! File should have image type'],
    ['blocked', 'true', 'This field is not known here'],
  ])('refuses %s "%s" in the specification’s words', async (field, value, message) => {
    const accountId = 'axb@chkt';
    const answer = await edit(admin, personEdit(accountId, { [field]: value }));
    expect([answer.status, faultsOf(answer)[0]]).toEqual([400, [field, message]]);
  });

  it('refuses a picture of more than 5 MB, and takes male where nothing is said', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 1).toString('base64');
    const answer = await edit(admin, personEdit('axb@chkt', { photo: large }));
    expect(faultsOf(answer)).toEqual([
      ['photo', 'File size is too big! Please make sure the file size is less than 5 MB'],
    ]);
    const { sex: _, ...withoutSex } = personEdit('axb@chkt');
    expect((await edit(admin, withoutSex)).status).toBe(200);
    expect(await lastEntry()).toMatchObject({ new_values: { sex: 'MALE' } });
  });
});

describe('who may', () => {
  it.each([
    ['block', freeze],
    ['unblock', unfreeze],
    ['delete', remove],
    ['update', (caller: Caller, accountId: string) => edit(caller, personEdit(accountId))],
  ] as const)('%s: holders of the channel’s permission, checked on the row', async (_what, act) => {
    // Sees it and may not change it; may change another channel's only; sees nothing at all.
    expect(errorOf(await act(desk, 'a_b@chkt'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(errorOf(await act(looker, 'a_b@chkt'))).toEqual([403, 'FORBIDDEN']);
    for (const login of ['auditor', 'manager', 'authorizer', 'access']) {
      expect(errorOf(await act(await bank.as(login), 'a_b@chkt'))).toEqual([403, 'FORBIDDEN']);
    }
    expect((await act(bank.anyone, 'a_b@chkt')).status).toBe(401);
    expect(errorOf(await act(admin, 'nobody@chkt'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect((await act(admin, 'no id')).status).toBe(400);
    const detail = await detailOf('a_b@chkt');
    expect([detail.frozen, detail.status, detail.verificationRequestId]).toEqual([false, 'ACTIVATED', null]);
  });
});
