import type { Generated, GeneratedAlways } from 'kysely';
import type { CustomerType, KycStatus } from './customers.ts';

interface KycLimitRow {
  id: GeneratedAlways<bigint>;
  limit_name: string;
  description: string | null;
  custom: boolean;
  account_type: CustomerType;
  kyc_status: KycStatus;
  day_limit_khr_minor: bigint;
  day_limit_usd_minor: bigint;
  revision: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface AccountLimitRow {
  account_id: string;
  limit_id: bigint;
  set_at: Generated<Date>;
}

export interface KycLimitsTables {
  kyc_limit: KycLimitRow;
  account_limit: AccountLimitRow;
}
