import { randomUUID } from 'node:crypto';
import type { NetworkStatus } from '@tonle/contract/network-states';
import { accountsPath, kycOf, submit } from '../../server/src/areas/channel/test-customers.ts';
import { mainAccountId, otherBankOfTests } from '../../server/src/test-bank.ts';
import type { Act, Contest } from './contest.ts';
import { call, must, type Ring } from './ring.ts';

const businessStatus = `SELECT s.business_status AS it FROM transfer t JOIN transaction_list l ON l.seq = t.seq
  JOIN transaction_state s ON s.state = l.state`;

export async function depositContests(ring: Ring): Promise<Contest<string>[]> {
  const manager = await ring.bank.as('manager');
  const act = (name: 'acknowledge' | 'refund', to: string): Act<string> =>
    call(`${name}Incoming`, {
      from: ['RECEIVED_AT_FI'],
      to,
      run: (fstTrxId) =>
        manager.post(`/tps/api/transfer-management/incoming-transactions/${name}`, { fstTrxId }),
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
    calls: ['networkMessage'],
    from: ['PENDING'],
    to: heard,
    run: async (transferId) => {
      const at = '2026-11-28T00:00:00.000Z';
      // Who comes too late is told no more than that; how it stands is an alert for people.
      return {
        isDone: (await ring.say({ type: 'STATUS', transferId, businessStatus: heard, at })) === 'MOVES',
      };
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

/** A request and what the app last made it say. */
interface Asked {
  readonly accountId: string;
  readonly id: string;
  readonly kyc: Record<string, unknown>;
}

export async function verificationContests(ring: Ring): Promise<Contest<Asked>[]> {
  const { bank } = ring;
  const [admin, app] = await Promise.all([bank.as('admin'), bank.asApp()]);
  const { body } = await admin.get<{ id: string; limitName: string }[]>(
    '/tps/api/kyc-limits/active?page=0&size=2000',
  );
  const limitId = body.find((it) => it.limitName === 'Full KYC mobile')?.id;
  const decide = (name: 'approve' | 'reject', to: string, more: object): Act<Asked> =>
    call(`${name}Request`, {
      from: ['PENDING'],
      to,
      told: { CHANGED_MEANWHILE: 'EDITED' },
      // As it was before the app’s edit.
      run: ({ id: verificationId }) =>
        admin.send({
          method: 'PUT',
          path: `/tps/api/verification-requests/${name}`,
          body: { verificationId, revision: 1, ...more },
        }),
    });
  const approve = decide('approve', 'APPROVED', { limitId });
  const reject = decide('reject', 'REJECTED', { rejectedReason: 'Blurred' });
  const edit: Act<Asked> = call('channelEditKyc', {
    from: ['PENDING'],
    to: 'EDITED',
    run: ({ accountId, kyc }) =>
      app.send({
        method: 'PUT',
        path: `${accountsPath}/${accountId}/kyc`,
        body: { ...kyc, firstName: 'Edited' },
      }),
  });
  const pairs = [
    [approve, reject],
    [approve, edit],
    [reject, edit],
  ] as const;
  return pairs.map(([one, two]) => ({
    name: `verification request: ${one.name} against ${two.name}`,
    from: 'PENDING',
    acts: [one, two],
    prepare: async () => {
      const accountId = await ring.freshPerson();
      const kyc = await kycOf(app, accountId);
      return { accountId, kyc, id: (await must(submit(app, accountId, kyc))).verificationId };
    },
    stateOf: ({ id }) =>
      ring.value(
        `SELECT CASE WHEN status = 'PENDING' AND revision > 1 THEN 'EDITED' ELSE status::text END AS it
         FROM verification_request WHERE id = $1`,
        [id],
      ),
  }));
}

/** An account is moved into the head branch and out of it. */
export async function branchContests(ring: Ring): Promise<Contest<string>[]> {
  const manager = await ring.bank.as('manager');
  const move = (name: 'add' | 'remove', from: string, to: string): Act<string> => ({
    name,
    calls: [`${name}Accounts`],
    from: [from],
    to,
    run: async (accountId) => {
      const { accounts } = await must(
        manager.send<{ accounts: { outcome: string }[] }>({
          method: 'PUT',
          path: `/tps/api/participant-bank-branches/${name}-accounts`,
          body: { branchId: '1', irohaAccounts: [accountId] },
        }),
      );
      const outcome = accounts[0]?.outcome ?? '';
      return outcome === 'MOVED'
        ? { isDone: true }
        : { isDone: false, told: [outcome === 'ALREADY_THERE' ? to : outcome] };
    },
  });
  return [
    {
      name: 'branch: add against remove',
      from: 'OUT',
      acts: [move('add', 'OUT', 'IN'), move('remove', 'IN', 'OUT')],
      prepare: () => ring.freshPerson(),
      stateOf: (accountId) =>
        ring.value(
          `SELECT CASE WHEN branch_id IS NULL THEN 'OUT' ELSE 'IN' END AS it FROM customer WHERE account_id = $1`,
          [accountId],
        ),
    },
  ];
}
