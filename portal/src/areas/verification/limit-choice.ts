import { useQuery } from '@tanstack/react-query';
import { type ChannelAccountType, permissionFor } from '@tonle/contract/channel-permissions';
import { activeLimits, activeLimitsMax, type KycLimit } from '@tonle/contract/kyc-limits';
import { useMemo, useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { useMay } from '../../session/session.ts';

/**
 * The limits that may be chosen: of the same kind of account, of another KYC status than the request's (2-console.md section 4).
 * Only who decides chooses one: nobody else asks for them.
 */
export function useOfferedLimits(
  accountType: ChannelAccountType,
  kycStatus: KycLimit['kycStatus'] = 'PARTIAL_KYC',
): readonly KycLimit[] {
  const enabled = useMay(permissionFor('verification.decide', accountType));
  const { data } = useQuery({
    ...queryOf(activeLimits, { query: { page: 0, size: activeLimitsMax } }),
    enabled,
  });
  return useMemo(
    () =>
      (data?.rows ?? [])
        .filter((it) => it.accountType === accountType && it.kycStatus !== kycStatus)
        // The national one first: it is what most accounts get.
        .sort((a, b) => Number(a.customLimit) - Number(b.customLimit)),
    [data, accountType, kycStatus],
  );
}

/** The limit that is chosen, of those that are offered; the first until somebody chooses. */
export function useLimitChoice(offered: readonly KycLimit[]) {
  const [chosen, setChosen] = useState<string>();
  const limit = offered.find((it) => it.id === chosen) ?? offered[0];
  return { limit, choose: setChosen };
}
