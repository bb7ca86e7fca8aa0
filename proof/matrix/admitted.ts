/**
 * Who is let in to each call, declared apart from the contract's permissions, so that a permission that slips is seen:
 * everyone, everyone signed in, the network, apps with a scope, or these kinds of user (`teller` holds a custom role).
 * A new endpoint without a row here fails.
 */
export const people = [
  'manager',
  'admin',
  'access',
  'auditor',
  'authorizer',
  'keyholder1',
  'inputter',
  'teller',
] as const;
export type Person = (typeof people)[number];

export const admitted: Readonly<Record<string, string>> = {
  // sign-in
  authenticate: 'everyone',
  changePassword: 'signed in',
  endOtherSessions: 'signed in',
  endOwnSession: 'signed in',
  logout: 'everyone',
  ownSessions: 'signed in',
  passwordRules: 'everyone',
  resetPassword: 'everyone',
  userInfo: 'signed in',

  // audit-log
  auditActivities: 'access',
  auditLogs: 'access',

  // sign-in
  outbox: 'everyone',
  keepPreference: 'signed in',
  preferences: 'signed in',

  // keyholders
  backupKey: 'keyholder1',
  bankAccountStatus: 'keyholder1',
  checkSecret: 'keyholder1',
  createBankAccount: 'keyholder1',
  keyStatus: 'keyholder1',
  keyholderList: 'keyholder1',
  resendSecrets: 'keyholder1',
  secretKeyStatus: 'keyholder1',
  submitSecret: 'keyholder1',

  // main-account
  dashboard: 'manager',
  accountByName: 'manager',
  accountByPrimaryContact: 'manager auditor',
  accountsStartingWith: 'manager auditor teller',
  balanceInquiry: 'manager teller',
  checkAccount: 'manager',
  currencyMap: 'signed in',
  listChoices: 'manager auditor teller',
  participantBank: 'signed in',
  properties: 'signed in',
  selfInfo: 'signed in',
  transfer: 'manager',
  transferByKey: 'manager',

  // terms
  desktopTermsVersion: 'admin',
  desktopTermsVersions: 'admin',
  mobileTermsVersion: 'admin',
  mobileTermsVersions: 'admin',
  saveDesktopTerms: 'admin',
  saveMobileTerms: 'admin',
  saveWebTerms: 'admin',
  webTermsVersion: 'admin',
  webTermsVersions: 'admin',

  // customers
  accountById: 'manager admin auditor',
  accountList: 'manager',

  // domain-accounts
  accountSummary: 'manager',
  addAccounts: 'manager',
  branches: 'manager',
  domainAccounts: 'manager',
  removeAccounts: 'manager',

  // bank-info
  bankInfo: 'admin',
  bankLogo: 'admin',
  bankTitleLogo: 'admin',
  logoByCode: 'signed in',
  updateBankInfo: 'admin',

  // customers
  customerIdentity: 'admin auditor',
  customerPhoto: 'admin auditor',
  deleteAccount: 'admin',
  desktopCustomers: 'admin',
  editProfile: 'admin',
  identityHistory: 'admin auditor',
  mobileCustomers: 'admin auditor',
  profileHistory: 'admin auditor',
  setUserFrozen: 'admin',
  unsetUserFrozen: 'admin',
  webCustomers: 'admin',

  // transactions
  accountTransactions: 'manager',
  acknowledgeIncoming: 'manager teller',
  historyTransactionOf: 'manager auditor',
  incomingToday: 'manager teller',
  incomingTransactions: 'manager teller',
  outgoingToday: 'manager',
  outgoingTransactions: 'manager',
  refundIncoming: 'manager teller',
  resendDecision: 'manager teller',
  searchIncoming: 'manager teller',
  searchOutgoing: 'manager',
  transactionById: 'manager auditor teller',
  transactionOf: 'manager auditor teller',
  transactionProof: 'manager auditor teller',
  webHistory: 'manager auditor',

  // kyc-limits
  activeLimits: 'admin',
  addLimit: 'admin',
  desktopLimits: 'admin',
  editLimit: 'admin',
  kycLimit: 'admin',
  mobileLimits: 'admin',
  setAccountLimit: 'admin',
  webLimits: 'admin',

  // network
  networkAccountInquiry: 'network',
  networkMessage: 'network',

  // channel
  channelAccount: 'channel.read',
  channelEditKyc: 'channel.kyc',
  channelKyc: 'channel.kyc',
  channelOpenAccount: 'channel.open',
  channelPay: 'channel.pay',
  channelRecipient: 'channel.pay',
  channelSubmitKyc: 'channel.kyc',
  channelTransactions: 'channel.read',
  channelUploadImage: 'channel.kyc',
  channelContactChange: 'channel.codes',
  channelVerifyContactChange: 'channel.codes',
  channelAddSignatory: 'channel.signatories',
  channelSignatories: 'channel.signatories',

  // authorizers
  authorizerChange: 'admin',
  addAuthorizer: 'admin',
  listAuthorizerChanges: 'admin',
  listAuthorizers: 'admin',
  listNotAuthorizers: 'admin',
  removeAuthorizer: 'admin',

  // contact-changes
  authorizeContactChange: 'authorizer',
  cancelContactChange: 'admin',
  contactChange: 'admin authorizer',
  createContactChange: 'admin',
  listContactChanges: 'admin authorizer',
  rejectContactChange: 'authorizer',
  resendContactChangeCode: 'admin',
  verifyContactChange: 'admin',

  // key-recovery
  authorizeRecovery: 'authorizer',
  closeRecovery: 'admin',
  completeRecovery: 'admin',
  prepareRecovery: 'admin',
  recoveryRequest: 'admin',
  recoveryRequestToAuthorize: 'authorizer',
  recoveryRequests: 'admin',
  recoveryRequestsToAuthorize: 'authorizer',
  rejectRecovery: 'authorizer',
  revokeRecovery: 'admin',
  verifyRecovery: 'admin',
  answerRecovery: 'channel.recover',
  appRecovery: 'channel.recover',
  askRecovery: 'channel.recover',
  enterRecoveryCode: 'channel.recover',

  // events
  eventStream: 'signed in',

  // reports
  cancelReport: 'manager admin teller',
  downloadReport: 'manager admin teller',
  exportAccountDetails: 'manager',
  exportAccountList: 'manager',
  exportDesktopCustomers: 'admin',
  exportDesktopLimits: 'admin',
  exportDesktopRequests: 'admin',
  exportHistory: 'manager',
  exportIncoming: 'manager teller',
  exportMobileCustomers: 'admin',
  exportMobileLimits: 'admin',
  exportMobileRequests: 'admin',
  exportOutgoing: 'manager',
  exportStatement: 'manager',
  exportWebCustomers: 'admin',
  exportWebLimits: 'admin',
  exportWebRequests: 'admin',
  openTicket: 'manager admin teller',
  reportCsv: 'manager admin teller',
  reportJobs: 'manager admin teller',
  reportStateChoices: 'manager admin teller',
  reportStatus: 'manager admin teller',
  statementPeriods: 'manager',
  useTicket: 'everyone',

  // roles
  addRoleToUser: 'access',
  authEndpoints: 'access',
  createPermission: 'access',
  createRole: 'access',
  deletePermission: 'access',
  deleteRole: 'access',
  removeRoleFromUser: 'access',
  rolePermissions: 'access',
  roles: 'access',
  setRolePermissions: 'access',
  tpsEndpoints: 'access',

  // console-users
  authorityList: 'access',
  blockConsoleUser: 'access',
  consoleUserAccess: 'access',
  consoleUsers: 'access',
  createConsoleUser: 'access',
  editConsoleUser: 'access',
  roleAuthorities: 'access',
  setAuthorities: 'access',
  unblockConsoleUser: 'access',

  // verification
  activeRequest: 'admin',
  approveRequest: 'admin',
  desktopRequests: 'admin',
  lookingAtRequest: 'admin',
  mobileRequests: 'admin',
  rejectRequest: 'admin',
  verificationRequest: 'admin',
  webRequests: 'admin',
};
