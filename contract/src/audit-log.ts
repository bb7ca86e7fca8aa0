/** What the audit log tells apart; each area adds its own. */
export const activities = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'ACCOUNT_LOCKED',
  'SIGNED_OUT',
  'PASSWORD_CHANGED',
  'PASSWORD_CHANGE_FAILED',
  'PASSWORD_RESET_ASKED',
  'ONE_TIME_PASSWORD_USED',
  'SESSION_ENDED',
  'CONSOLE_USER_CREATED',
  'ROLE_CREATED',
  'KEY_CEREMONY_STARTED',
  'KEY_SECRET_SUBMITTED',
  'BANK_KEY_REGISTERED',
  'KEY_CEREMONY_COMPLETED',
  'KEY_SECRET_CHECKED',
  'KEY_SECRET_REFUSED',
  'KEY_SHARES_ERASED',
  'BANK_KEY_REINSTALLED',
  'TRANSFER_SENT',
] as const;
export type Activity = (typeof activities)[number];
