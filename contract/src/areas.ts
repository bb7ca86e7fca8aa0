/** The list of areas: one name across contract, server, portal, e2e and migrations. */
export const areas = [
  'sign-in',
  'keyholders',
  'main-account',
  'transactions',
  'reports',
  'domain-accounts',
  'customers',
  'verification',
  'kyc-limits',
  'contact-changes',
  'key-recovery',
  'authorizers',
  'payment-qr',
  'terms',
  'bank-info',
  'audit-log',
  'roles',
  'console-users',
  'network',
  'channel',
] as const;
export type Area = (typeof areas)[number];
