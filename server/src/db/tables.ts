import type { AuditLogTables } from './tables/audit-log.ts';
import type { AuthorizersTables } from './tables/authorizers.ts';
import type { BankInfoTables } from './tables/bank-info.ts';
import type { ChannelTables } from './tables/channel.ts';
import type { ContactChangesTables } from './tables/contact-changes.ts';
import type { CustomersTables } from './tables/customers.ts';
import type { DomainAccountsTables } from './tables/domain-accounts.ts';
import type { EventsTables } from './tables/events.ts';
import type { HouseTables } from './tables/house.ts';
import type { JobTables } from './tables/jobs.ts';
import type { KeyRecoveryTables } from './tables/key-recovery.ts';
import type { KeyholderTables } from './tables/keyholders.ts';
import type { KycLimitsTables } from './tables/kyc-limits.ts';
import type { MainAccountTables } from './tables/main-account.ts';
import type { NetworkTables } from './tables/network.ts';
import type { ReportTables } from './tables/reports.ts';
import type { RolesTables } from './tables/roles.ts';
import type { SignInTables } from './tables/sign-in.ts';
import type { TermsTables } from './tables/terms.ts';
import type { VerificationTables } from './tables/verification.ts';

/**
 * Every table the server may query, for Kysely. The migrations are the authority on their shape; each area describes
 * its own in `tables/<area>.ts` and joins this list.
 */
export interface Database
  extends HouseTables,
    JobTables,
    SignInTables,
    KeyholderTables,
    KeyRecoveryTables,
    AuditLogTables,
    BankInfoTables,
    ChannelTables,
    AuthorizersTables,
    ContactChangesTables,
    CustomersTables,
    DomainAccountsTables,
    EventsTables,
    KycLimitsTables,
    MainAccountTables,
    NetworkTables,
    ReportTables,
    RolesTables,
    TermsTables,
    VerificationTables {}
