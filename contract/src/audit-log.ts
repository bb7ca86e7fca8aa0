/** What the audit log tells apart; each area adds its own. */
export const activities = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'ACCOUNT_LOCKED',
  'SIGNED_OUT',
  'CONSOLE_USER_CREATED',
  'ROLE_CREATED',
  'KEY_CEREMONY_STARTED',
  'KEY_SECRET_SUBMITTED',
  'BANK_KEY_REGISTERED',
  'KEY_CEREMONY_COMPLETED',
  'TRANSFER_SENT',
  'DEPOSIT_RECEIVED',
  'TRANSFER_STATUS_HEARD',
  'TRANSFER_STATUS_CONTRADICTED',
  'DEPOSIT_ACKNOWLEDGED',
  'DEPOSIT_REFUNDED',
  'DECISION_RESENT',
  'BANK_JOINED',
] as const;
export type Activity = (typeof activities)[number];
