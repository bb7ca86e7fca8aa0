import type { AddLimit } from '@tonle/contract/kyc-limits';
import { enterLimit, giveLimit } from '../areas/kyc-limits/kyc-limits.public.ts';
import { inTransaction } from '../db/tx.ts';
import type { DemoPart } from './demo-part.ts';

/** Limits of the bank's own, beside the national ones, and who has them: every so many customers of the kind. */
const own: readonly (AddLimit & { every: number })[] = [
  limit(
    'Merchants mobile',
    'MOBILE',
    'FULL_KYC',
    120_000_000n,
    30_000n,
    'អាជីវករដែលបានផ្ទៀងផ្ទាត់ / verified traders',
    9,
  ),
  limit(
    'Salary accounts mobile',
    'MOBILE',
    'FULL_KYC',
    60_000_000n,
    15_000n,
    'Paid by an employer of the bank',
    0,
  ),
  limit(
    'Students mobile',
    'MOBILE',
    'PARTIAL_KYC',
    4_000_000n,
    1_000n,
    'Under 18, with a parent’s consent',
    7,
  ),
  limit('Large companies', 'DESKTOP', 'FULL_KYC', 2_000_000_000n, 500_000n, 'By contract only', 4),
  limit(
    'Online shops',
    'WEB',
    'FULL_KYC',
    400_000_000n,
    100_000n,
    'Shops that sell through the web channel',
    3,
  ),
];

function limit(
  limitName: string,
  accountType: AddLimit['accountType'],
  kycStatus: AddLimit['kycStatus'],
  khr: bigint,
  dollars: bigint,
  description: string,
  every: number,
): AddLimit & { every: number } {
  const limits = { 'khr#nbc': { dayLimit: khr }, 'usd#nbc': { dayLimit: dollars * 100n } };
  return { limitName, accountType, kycStatus, limits, description, every };
}

export const addLimits: DemoPart = async ({ database, users, customers }) => {
  const admin = users.get('admin');
  if (admin === undefined) throw new Error('the demo bank has no admin yet');
  await inTransaction(database.db, async (tx) => {
    for (const { every, ...request } of own) {
      const { id } = await enterLimit(tx, request, admin);
      const fitting = customers.filter(
        (it) =>
          it.accountType === request.accountType && it.kycStatus === request.kycStatus && it.fate === 'open',
      );
      for (const [place, it] of fitting.entries()) {
        if (every === 0 || place % every !== every - 1) continue;
        await giveLimit(tx, { account_id: it.accountId, account_type: it.accountType }, id, it.kycStatus);
      }
    }
  });
};
