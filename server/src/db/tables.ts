import type { BankInfoTables } from './tables/bank-info.ts';
import type { CustomersTables } from './tables/customers.ts';
import type { HouseTables } from './tables/house.ts';
import type { MainAccountTables } from './tables/main-account.ts';
import type { TermsTables } from './tables/terms.ts';

/**
 * Every table the server may query, for Kysely. The migrations are the authority on their shape; each area describes
 * its own in `tables/<area>.ts` and joins this list.
 */
export interface Database
  extends HouseTables,
    BankInfoTables,
    CustomersTables,
    MainAccountTables,
    TermsTables {}
