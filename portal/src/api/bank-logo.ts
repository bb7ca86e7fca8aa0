import { useQuery } from '@tanstack/react-query';
import { logoByCode } from '@tonle/contract/bank-logo';
import { useSession } from '../session/session.ts';
import { queryOf } from './query.ts';

/** The bank's logo as an address; null where it has given none, undefined until that is known. */
export function useBankLogo(): string | null | undefined {
  const code = useSession().user.participantCode;
  const { data, isError } = useQuery({
    ...queryOf(logoByCode, { params: { code } }, { background: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: code !== '',
  });
  if (isError || code === '') return null;
  const logo = data?.data.logo;
  return logo ? `data:image/png;base64,${logo}` : (logo as null | undefined);
}
