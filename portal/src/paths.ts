import type { ChannelAccountType } from '@tonle/contract/channel-permissions';

/** Builders for addresses: the specification's URLs disagree with each other, so nobody else spells them. */
const segment = encodeURIComponent;

export type TransactionView = 'incoming' | 'outgoing' | 'history' | 'audit';

export const paths = {
  start: '/',
  login: '/login',
  forgotPassword: '/forgot-password',
  /** What the demo would have mailed. */
  outbox: '/outbox',
  lost: '/404',
  fault: '/500',
  blank: '/blank-page',
  settings: '/settings',
  profile: '/settings/profile',
  changePassword: '/settings/change_password',
  keyholderRegistration: '/keyholder/registration',
  keyholderReInstall: '/keyholder/re-install',
  dashboard: '/dashboard',
  totalAccount: '/total_account',
  mainAccount: '/main_account',
  /** The transfer form, with the recipient filled in where one is given. */
  manageMainAccount: (transferTo?: string) =>
    transferTo === undefined
      ? '/manage_main_account'
      : `/manage_main_account?transferTo=${segment(transferTo)}`,
  incoming: '/incoming_transactions',
  /** Those that wait for a decision, however long. */
  incomingWaiting: '/incoming_transactions?businessStatus=RECEIVED_AT_FI&fromDate=2000-01-01',
  outgoing: '/outgoing_transactions',
  /** One of the two lists on one day. */
  day: (way: 'incoming' | 'outgoing', day: string) => `/${way}_transactions?fromDate=${day}&toDate=${day}`,
  history: '/history',
  auditorHistory: '/auditor-history',
  /** The history searched for a hash, an id, a reference or an account. */
  historySearch: (search: string) => `/history?search=${segment(search)}`,
  auditorHistorySearch: (search: string) => `/auditor-history?search=${segment(search)}`,
  transaction: (view: TransactionView, sourceAccountId: string, fiTransactionId: string) =>
    `/view_${view}_transaction/${segment(sourceAccountId)}/${segment(fiTransactionId)}`,
  accountTransaction: (accountId: string, fiTransactionId: string) =>
    `/view_transaction/${segment(accountId)}/${segment(fiTransactionId)}`,
  /** Reports that were asked for. */
  download: '/download',
  transactionById: (id: string) => `/view_transaction/${segment(id)}`,
  users: '/users',
  userAccess: (id: string) => `/users/${segment(id)}`,
  accountDetail: (accountId: string) => `/account_detail/${segment(accountId)}`,
  mobileUsers: '/mobile-users',
  desktopUsers: '/desktop-users',
  webUsers: '/web-users',
  auditorUsers: '/auditor-users',
  mobileUserSearch: '/mobile-user-search',
  /** The requests to change a contact, as those see them who start or who approve them. */
  contactChanges: (side: 'admin' | 'authorizer') =>
    side === 'admin' ? '/change-phone-requests-admin' : '/change-phone-requests',
  contactChange: (side: 'admin' | 'authorizer', id: string) =>
    `${side === 'admin' ? '/change-phone-requests-admin' : '/change-phone-requests'}/${segment(id)}`,
  contactChangesOf: (accountId: string) =>
    `/change-phone-requests-admin?status=ALL&search=${segment(accountId)}`,
  keyRecoveryRequests: '/key_recovery_requests',
  /** All of one account's. */
  keyRecoveryRequestsOf: (accountId: string) =>
    `/key_recovery_requests?status=ALL&search=${segment(accountId)}`,
  keyRecoveryInfo: (id: string) => `/key_recovery_requests_info/${segment(id)}`,
  recoveryRequests: '/recovery-requests',
  recoveryInfo: (id: string) => `/recovery-requests-info/${segment(id)}`,
  kycInfo: (accountId: string) => `/kyc_info/${segment(accountId)}`,
  auditorKycInfo: (accountId: string) => `/auditor_kyc_info/${segment(accountId)}`,
  manageAuthorizers: (accountId: string) => `/manage_authorizers/${segment(accountId)}`,
  authorizerChange: (accountId: string, id: string) =>
    `/manage_authorizers/${segment(accountId)}/${segment(id)}`,
  waiting: (accountType: ChannelAccountType) => `/waiting_for_approval/${accountType.toLowerCase()}`,
  /** The review of a verification request. */
  review: (verificationId: string) => `/customer_kyc_info/${segment(verificationId)}`,
  kycLimits: (accountType: ChannelAccountType) => `/kyc-limit-amount/${accountType.toLowerCase()}-limit`,
  kycLimitEdit: (limitId: string) => `/kyc-limit-edit/${segment(limitId)}`,
  /** With the kind of account filled in. */
  kycLimitAdd: (accountType: ChannelAccountType) => `/kyc-limit-add?type=${accountType}`,
  /** The manual is a set of pages of its own, served beside the portal. */
  manualSearch: (language: string) => `/manual/${language}/search.json`,
  /** The place of the manual that helps with a screen, told from its route: `/users/$id`. */
  help: (language: string, route: string) => `/manual/${language}/help${route.replaceAll('$', '')}.html`,
} as const;

/** An address with a query as the router's links and `navigate` want it: path and query apart. */
export function linkTo(address: string): { to: string; search: true } {
  const [to = '', query = ''] = address.split('?');
  // The router's type knows no list of addresses, so none that takes a query; at run time each reads its own.
  return { to, search: Object.fromEntries(new URLSearchParams(query)) as unknown as true };
}
