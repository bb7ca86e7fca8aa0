import { randomUUID } from 'node:crypto';
import type { NetworkStatus } from '@tonle/contract/network-states';
import { kycOf, openedBy, submit } from '../../server/src/areas/channel/test-customers.ts';
import { mainAccountId, otherBankOfTests } from '../../server/src/test-bank.ts';
import type { Act, Contest } from './contest.ts';
import { outcomeOf, type Ring } from './ring.ts';

const businessStatus = `SELECT s.business_status AS it FROM transfer t JOIN transaction_list l ON l.seq = t.seq
  JOIN transaction_state s ON s.state = l.state`;

export async function depositContests(ring: Ring): Promise<Contest<string>[]> {
  const manager = await ring.bank.as('manager');
  const act = (name: 'acknowledge' | 'refund', to: string): Act<string> => ({
    name,
    from: ['RECEIVED_AT_FI'],
    to,
    run: async (fstTrxId) =>
      outcomeOf(
        await manager.post(`/tps/api/transfer-management/incoming-transactions/${name}`, { fstTrxId }),
      ),
  });
  return [
    {
      name: 'deposit: refund against acknowledge',
      from: 'RECEIVED_AT_FI',
      acts: [act('refund', 'REFUNDED_BY_RECEIVER'), act('acknowledge', 'ACKNOWLEDGED_BY_FI')],
      prepare: async () => {
        const depositId = randomUUID();
        await ring.say({
          type: 'DEPOSIT',
          depositId,
          sourceBank: otherBankOfTests.participantCode,
          sourceAccountId: 'sokha@mekg',
          sourceWalletType: 'MOBILE',
          destinationAccountId: mainAccountId,
          assetId: 'usd#nbc',
          amount: '1.25',
        });
        return depositId;
      },
      stateOf: (id) => ring.value(`${businessStatus} WHERE t.fast_transaction_id = $1`, [id]),
    },
  ];
}

/** What the network says of a transfer's end: the first says it, whatever else is heard. */
export async function transferContests(ring: Ring): Promise<Contest<string>[]> {
  const manager = await ring.bank.as('manager');
  const act = (heard: NetworkStatus): Act<string> => ({
    name: heard,
    from: ['PENDING'],
    to: heard,
    run: async (transferId) => {
      const at = '2026-11-28T00:00:00.000Z';
      const effect = await ring.say({ type: 'STATUS', transferId, businessStatus: heard, at });
      return { isDone: effect === 'MOVES', told: effect };
    },
  });
  const pairs = [
    ['ACKNOWLEDGED_BY_FI', 'FAILED_AT_FI'],
    ['ACKNOWLEDGED_BY_FI', 'FAILED_AT_ACH'],
    ['FAILED_AT_FI', 'FAILED_AT_ACH'],
  ] as const;
  return pairs.map(([one, two]) => ({
    name: `transfer to another bank: ${one} against ${two}`,
    from: 'PENDING',
    acts: [act(one), act(two)],
    prepare: async () => {
      const answer = await manager.post<{ data: { fiTransactionId: string } }>(
        '/tps/api/pg-wallet-transfer',
        {
          destAccountId: 'sokha@mekg',
          assetId: 'usd#nbc',
          amount: '0.75',
        },
      );
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data.fiTransactionId;
    },
    stateOf: (id) => ring.value(`${businessStatus} WHERE t.fi_transaction_id = $1`, [id]),
  }));
}

export async function verificationContests(ring: Ring): Promise<Contest<string>[]> {
  const { bank } = ring;
  const [admin, app] = await Promise.all([bank.as('admin'), bank.asApp()]);
  const { body } = await admin.get<{ id: string; limitName: string }[]>(
    '/tps/api/kyc-limits/active?page=0&size=2000',
  );
  const limitId = body.find((it) => it.limitName === 'Full KYC mobile')?.id;
  const act = (name: 'approve' | 'reject', to: string, more: object): Act<string> => ({
    name,
    from: ['PENDING'],
    to,
    run: async (verificationId) =>
      outcomeOf(
        await admin.send({
          method: 'PUT',
          path: `/tps/api/verification-requests/${name}`,
          body: { verificationId, ...more },
        }),
      ),
  });
  return [
    {
      name: 'verification request: approve against reject',
      from: 'PENDING',
      acts: [
        act('approve', 'APPROVED', { limitId }),
        act('reject', 'REJECTED', { rejectedReason: 'Blurred' }),
      ],
      prepare: async () => {
        const { accountId } = await openedBy(app);
        return (await submit(app, accountId, await kycOf(app, accountId))).body.verificationId;
      },
      stateOf: (id) => ring.value('SELECT status AS it FROM verification_request WHERE id = $1', [id]),
    },
  ];
}

export async function accountContests(ring: Ring): Promise<Contest<string>[]> {
  const admin = await ring.bank.as('admin');
  const put = (path: string) => async (accountId: string) =>
    outcomeOf(
      await admin.send({ method: 'PUT', path: `/authservice/api/v1/user/${path}`, body: { accountId } }),
    );
  const block: Act<string> = {
    name: 'block',
    from: ['NOT_BLOCKED'],
    to: 'BLOCKED',
    run: put('set-user-frozen'),
  };
  const unblock: Act<string> = {
    name: 'unblock',
    from: ['BLOCKED'],
    to: 'NOT_BLOCKED',
    run: put('unset-user-frozen'),
  };
  const remove: Act<string> = {
    name: 'delete',
    from: ['BLOCKED', 'NOT_BLOCKED'],
    to: 'DELETED',
    run: async (accountId) =>
      outcomeOf(await admin.post('/tps/api/v2/fst-iroha-accounts/delete-account', { accountId })),
  };
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

export async function consoleUserContests(ring: Ring): Promise<Contest<string>[]> {
  const { bank } = ring;
  const access = await bank.as('access');
  const logins = ['inputter', 'keyholder2', 'keyholder3', 'teller'];
  const act = (name: 'block' | 'unblock', from: string, to: string): Act<string> => ({
    name,
    from: [from],
    to,
    run: async (login) => outcomeOf(await access.post(`/api/users/${name}/${bank.userIds[login]}`)),
  });
  const acts = [act('block', 'UNBLOCKED', 'BLOCKED'), act('unblock', 'BLOCKED', 'UNBLOCKED')] as const;
  return ['BLOCKED', 'UNBLOCKED'].map((from) => ({
    name: `console user ${from}: block against unblock`,
    from,
    acts,
    prepare: async (lane) => {
      const login = logins[lane] ?? '';
      await bank.database.owner.pool.query('UPDATE console_user SET blocked = $2 WHERE login = $1', [
        login,
        from === 'BLOCKED',
      ]);
      return login;
    },
    stateOf: (login) =>
      ring.value(
        `SELECT CASE WHEN blocked THEN 'BLOCKED' ELSE 'UNBLOCKED' END AS it FROM console_user WHERE login = $1`,
        [login],
      ),
  }));
}
