import { randomUUID } from 'node:crypto';
import { accountsPath, give, kycOf, submit } from '../../server/src/areas/channel/test-customers.ts';
import { ask, freshContact } from '../../server/src/areas/contact-changes/test-requests.ts';
import { otherBankOfTests } from '../../server/src/test-bank.ts';
import type { Answer, Caller } from '../../server/src/test-server.ts';
import type { Act, Contest } from './contest.ts';
import { accountTold, call, must, type Ring } from './ring.ts';

/** Deletes an account wherever it stands. */
export async function deletion(
  ring: Ring,
  from: readonly string[],
  told: Readonly<Record<string, string>> = {},
): Promise<Act<string>> {
  const admin = await ring.bank.as('admin');
  const path = '/tps/api/v2/fst-iroha-accounts/delete-account';
  return call('deleteAccount', {
    from,
    to: 'DELETED',
    told: { ...accountTold, ...told },
    run: (accountId) => admin.post(path, { accountId }),
  });
}

export async function accountContests(ring: Ring): Promise<Contest<string>[]> {
  const admin = await ring.bank.as('admin');
  const put = (path: string) => (accountId: string) =>
    admin.send({ method: 'PUT', path: `/authservice/api/v1/user/${path}`, body: { accountId } });
  const block = call('setUserFrozen', {
    from: ['NOT_BLOCKED'],
    to: 'BLOCKED',
    run: put('set-user-frozen'),
  });
  const unblock = call('unsetUserFrozen', {
    from: ['BLOCKED'],
    to: 'NOT_BLOCKED',
    run: put('unset-user-frozen'),
  });
  const remove = await deletion(ring, ['BLOCKED', 'NOT_BLOCKED']);
  const contests = [
    ['BLOCKED', block, unblock],
    ['NOT_BLOCKED', block, unblock],
    ['NOT_BLOCKED', block, remove],
    ['BLOCKED', unblock, remove],
  ] as const;
  return contests.map(([from, one, two]) => ({
    name: `account ${from}: ${one.name} against ${two.name}`,
    from,
    acts: [one, two],
    prepare: async () => {
      const accountId = await ring.freshPerson();
      if (from === 'BLOCKED') await block.run(accountId);
      return accountId;
    },
    stateOf: (accountId) =>
      ring.value(
        `SELECT CASE WHEN status = 'DELETED' THEN status::text WHEN frozen THEN 'BLOCKED' ELSE 'NOT_BLOCKED' END AS it
         FROM account_state WHERE account_id = $1`,
        [accountId],
      ),
  }));
}

const standing = (asked: string) =>
  `SELECT concat_ws(' ', CASE WHEN s.status = 'DELETED' THEN 'DELETED' END, CASE WHEN ${asked} THEN 'ASKED' END) AS it
   FROM account_state s WHERE s.account_id = $1`;
const has = (table: string) => `EXISTS (SELECT FROM ${table} WHERE account_id = s.account_id)`;

type Asking = {
  calls: string;
  refusal: string;
  asked: string;
  run: (it: string) => Promise<Answer<unknown>>;
};

/** An account is deleted while something is begun of it: whatever is begun has an account that lives. */
export async function deletionContests(ring: Ring): Promise<Contest<string>[]> {
  const [admin, manager, app] = await Promise.all([
    ring.bank.as('admin'),
    ring.bank.as('manager'),
    ring.bank.asApp(),
  ]);
  const kycs = new Map<string, Record<string, unknown>>();
  const kyc = (accountId: string): Record<string, unknown> => kycs.get(accountId) ?? {};

  const asking: Asking[] = [
    {
      calls: 'createContactChange',
      refusal: 'CONTACT_CHANGE_PENDING',
      asked: has('contact_change'),
      run: (accountId) => ask(admin, accountId, freshContact()),
    },
    {
      calls: 'askRecovery',
      refusal: 'KEY_RECOVERY_PENDING',
      asked: has('key_recovery_request'),
      run: (accountId) => app.post(`${accountsPath}/${accountId}/key-recovery/requests`),
    },
    {
      calls: 'channelSubmitKyc',
      refusal: 'VERIFICATION_PENDING',
      asked: has('verification_request'),
      run: (accountId) => submit(app, accountId, kyc(accountId)),
    },
    {
      calls: 'editProfile',
      refusal: 'VERIFICATION_PENDING',
      asked: has('verification_request'),
      run: (accountId) => editProfile(admin, accountId, kyc(accountId)),
    },
    {
      calls: 'transfer',
      refusal: 'BALANCE_LEFT',
      asked: `EXISTS (SELECT FROM balance b WHERE b.account_id = s.account_id AND b.balance_minor > 0)`,
      run: (destAccountId) =>
        manager.post('/tps/api/pg-wallet-transfer', { destAccountId, assetId: 'usd#nbc', amount: '0.10' }),
    },
  ];
  return Promise.all(
    asking.map(async ({ calls, refusal, asked, run }) => ({
      name: `account: deleteAccount against ${calls}`,
      from: '',
      acts: [
        await deletion(ring, [''], { [refusal]: 'ASKED' }),
        call<string>(calls, { from: [''], to: 'ASKED', run }),
      ] as const,
      prepare: async () => {
        const accountId = await ring.freshPerson();
        const needsKyc = calls === 'channelSubmitKyc' || calls === 'editProfile';
        if (needsKyc) kycs.set(accountId, await kycOf(app, accountId));
        return accountId;
      },
      stateOf: (accountId: string) => {
        kycs.delete(accountId);
        return ring.value(standing(asked), [accountId]);
      },
    })),
  );
}

function editProfile(admin: Caller, accountId: string, kyc: Record<string, unknown>) {
  const { photoId, identityId, identityCheck, ...profile } = kyc;
  return admin.post('/authservice/api/v1/user/edit-profile', { accountId, ...profile });
}

/** The network brings money to an account that is deleted: none comes to rest where nobody has it. */
export async function depositedContests(ring: Ring): Promise<Contest<string>[]> {
  const deposit: Act<string> = {
    name: 'networkMessage',
    calls: ['networkMessage'],
    from: [''],
    to: 'PAID',
    run: async (destinationAccountId) => {
      const said = await ring.say({
        type: 'DEPOSIT',
        depositId: randomUUID(),
        sourceBank: otherBankOfTests.participantCode,
        sourceAccountId: 'sokha@mekg',
        sourceWalletType: 'MOBILE',
        destinationAccountId,
        assetId: 'usd#nbc',
        amount: '0.10',
      });
      return { isDone: said === 'ACCEPTED' };
    },
  };
  return [
    {
      name: 'account: deleteAccount against a deposit',
      from: '',
      acts: [await deletion(ring, [''], { BALANCE_LEFT: 'PAID' }), deposit],
      prepare: () => ring.freshPerson(),
      stateOf: (accountId) =>
        ring.value(
          `SELECT concat_ws(' ', CASE WHEN s.status = 'DELETED' THEN 'DELETED' END,
             CASE WHEN EXISTS (SELECT FROM balance b WHERE b.account_id = s.account_id AND b.balance_minor > 0)
               THEN 'PAID' END) AS it FROM account_state s WHERE s.account_id = $1`,
          [accountId],
        ),
    },
  ];
}

type Verified = { accountId: string; kyc: Record<string, unknown> };

/** Staff and the app ask for one customer's verification: there is one request. */
export async function verificationAskedContests(ring: Ring): Promise<Contest<Verified>[]> {
  const [admin, app] = await Promise.all([ring.bank.as('admin'), ring.bank.asApp()]);
  const told = { VERIFICATION_PENDING: 'APP', WRONG_STATE: 'STAFF' };
  return [
    {
      name: 'verification request: editProfile against channelSubmitKyc',
      from: '',
      acts: [
        call<Verified>('editProfile', {
          from: [''],
          to: 'STAFF',
          told,
          run: ({ accountId, kyc }) => editProfile(admin, accountId, kyc),
        }),
        call<Verified>('channelSubmitKyc', {
          from: [''],
          to: 'APP',
          told,
          run: ({ accountId, kyc }) => submit(app, accountId, kyc),
        }),
      ],
      prepare: async () => {
        const accountId = await ring.freshPerson();
        return { accountId, kyc: await kycOf(app, accountId) };
      },
      stateOf: ({ accountId }) =>
        ring.value(
          `SELECT string_agg(CASE WHEN requested_by_user IS NULL THEN 'APP' ELSE 'STAFF' END, ' ') AS it
           FROM verification_request WHERE account_id = $1`,
          [accountId],
        ),
    },
  ];
}

/** One account's money: two payments of its last, a payment against its block, against its limit, against its deletion. */
export async function paymentContests(ring: Ring): Promise<Contest<string>[]> {
  const [admin, app] = await Promise.all([ring.bank.as('admin'), ring.bank.asApp()]);
  const limits = { 'khr#nbc': { dayLimit: '0' }, 'usd#nbc': { dayLimit: '0' } };
  const none = { limitName: 'Nothing', limits, accountType: 'MOBILE', kycStatus: 'PARTIAL_KYC' };
  const { id: limitId } = await must(admin.post<{ id: string }>('/tps/api/kyc-limits/local/add', none));
  const payees = [await ring.freshPerson(), await ring.freshPerson()];
  const pay = (destAccountId = '', to: Act<string>['to'] = { '': 'PAID', LIMITED: 'PAID' }): Act<string> => ({
    ...call<string>('channelPay', {
      from: [''],
      to,
      told: {
        BALANCE_TOO_LOW: ['PAID', 'PAID OTHER'],
        DAY_LIMIT_EXCEEDED: 'LIMITED',
        ACCOUNT_BLOCKED: 'BLOCKED',
      },
      run: (accountId) =>
        app.post(`${accountsPath}/${accountId}/payments`, { destAccountId, assetId: 'usd#nbc', amount: '1' }),
    }),
  });
  const limit = call<string>('setAccountLimit', {
    from: ['', 'PAID'],
    to: { '': 'LIMITED', PAID: 'PAID LIMITED' },
    run: (accountId) => admin.post('/tps/api/fst-iroha-accounts/limits/set', { accountId, limitId }),
  });
  const block = call<string>('setUserFrozen', {
    from: ['', 'PAID'],
    to: { '': 'BLOCKED', PAID: 'PAID BLOCKED' },
    run: (accountId) =>
      admin.send({
        method: 'PUT',
        path: '/authservice/api/v1/user/set-user-frozen',
        body: { accountId },
      }),
  });
  const paidOff = await deletion(ring, ['PAID'], { BALANCE_LEFT: '' });
  const pairs = [
    ['its last money twice', pay(payees[0]), pay(payees[1], 'PAID OTHER')],
    ['against setAccountLimit', pay(payees[0]), limit],
    ['against setUserFrozen', pay(payees[0]), block],
    ['against deleteAccount', pay(payees[0]), paidOff],
  ] as const;
  return pairs.map(([words, one, two]) => ({
    name: `payment: ${words}`,
    from: '',
    acts: [one, two],
    prepare: async () => {
      const accountId = await ring.freshPerson();
      await give(ring.bank, accountId, 'usd#nbc', 100n);
      return accountId;
    },
    stateOf: (accountId) =>
      ring.value(
        `SELECT CASE WHEN s.status = 'DELETED' THEN 'DELETED' ELSE concat_ws(' ',
           CASE WHEN b.balance_minor = 0 THEN 'PAID' WHEN b.balance_minor < 0 THEN 'OVERDRAWN' END,
           CASE WHEN EXISTS (SELECT FROM transfer t WHERE t.debit_account_id = $1 AND t.credit_account_id = $3) THEN 'OTHER' END,
           CASE WHEN s.frozen THEN 'BLOCKED' END,
           CASE WHEN EXISTS (SELECT FROM account_limit l WHERE l.account_id = $1 AND l.limit_id = $2) THEN 'LIMITED' END)
           END AS it
         FROM account_state s JOIN balance b USING (account_id)
         WHERE s.account_id = $1 AND b.asset_id = 'usd#nbc'`,
        [accountId, limitId, payees[1]],
      ),
  }));
}

/** What one may have that another has not: a contact, a name. */
export async function uniqueContests(ring: Ring): Promise<Contest<{ contact: string; ids: string[] }>[]> {
  const [admin, app] = await Promise.all([ring.bank.as('admin'), ring.bank.asApp()]);
  type Subject = { contact: string; ids: string[] };
  const told = { CONTACT_IN_USE: ['FIRST', 'SECOND'] };
  let made = 0;
  const open = (to: string): Act<Subject> =>
    call('channelOpenAccount', {
      from: [''],
      to,
      told,
      run: ({ contact: primaryContact }) => {
        made += 1;
        const names = { firstName: to, lastName: 'Sok', accountName: `twin_${made}` };
        return app.post(accountsPath, { accountType: 'MOBILE', ...names, primaryContact });
      },
    });
  const change = (to: string, index: number): Act<Subject> =>
    call('createContactChange', {
      from: [''],
      to,
      told,
      run: ({ contact, ids }) => ask(admin, ids[index] ?? '', contact),
    });
  const pairs = [
    ['two accounts opened with it', open('FIRST'), open('SECOND')],
    ['two accounts that ask for it', change('FIRST', 0), change('SECOND', 1)],
  ] as const;
  return pairs.map(([words, one, two]) => ({
    name: `contact: ${words}`,
    from: '',
    acts: [one, two],
    prepare: async () => ({
      contact: freshContact(),
      ids: [await ring.freshPerson(), await ring.freshPerson()],
    }),
    stateOf: ({ contact, ids }) =>
      ring.value(
        `SELECT concat_ws(' ',
           (SELECT string_agg(first_name, ' ') FROM customer WHERE primary_contact = $1),
           (SELECT string_agg(CASE account_id WHEN $2 THEN 'FIRST' ELSE 'SECOND' END, ' ') FROM contact_change
              WHERE new_contact = $1)) AS it`,
        [contact, ids[0]],
      ),
  }));
}
