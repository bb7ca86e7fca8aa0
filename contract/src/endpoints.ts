import * as auditLog from './audit-log.ts';
import * as authorizers from './authorizers.ts';
import * as bankInfo from './bank-info.ts';
import * as bankLogo from './bank-logo.ts';
import * as channel from './channel.ts';
import * as channelCodes from './channel-codes.ts';
import * as channelSignatories from './channel-signatories.ts';
import * as consoleUsers from './console-users.ts';
import * as contactChanges from './contact-changes.ts';
import * as customers from './customers.ts';
import * as dashboard from './dashboard.ts';
import * as domainAccounts from './domain-accounts.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as keyRecovery from './key-recovery.ts';
import * as keyRecoveryApp from './key-recovery-app.ts';
import * as keyholders from './keyholders.ts';
import * as kycLimits from './kyc-limits.ts';
import * as mainAccount from './main-account.ts';
import * as network from './network.ts';
import * as outbox from './outbox.ts';
import * as preferences from './preferences.ts';
import * as reports from './reports.ts';
import * as roles from './roles.ts';
import * as signIn from './sign-in.ts';
import * as terms from './terms.ts';
import * as transactions from './transactions.ts';
import * as verification from './verification.ts';

const isEndpoint = (it: unknown): it is Endpoint =>
  typeof it === 'object' && it !== null && 'method' in it && 'path' in it && 'permission' in it;

/** Every endpoint there is. For the server, its tests and the endpoints screen; a page imports its area's alone. */
export const endpoints: readonly Endpoint[] = [
  signIn,
  auditLog,
  outbox,
  preferences,
  keyholders,
  mainAccount,
  dashboard,
  domainAccounts,
  bankInfo,
  bankLogo,
  terms,
  customers,
  transactions,
  kycLimits,
  network,
  channel,
  channelCodes,
  channelSignatories,
  authorizers,
  contactChanges,
  keyRecovery,
  keyRecoveryApp,
  events,
  reports,
  roles,
  consoleUsers,
  verification,
].flatMap((area) => Object.values(area).filter(isEndpoint));
