import { z } from 'zod';

/** What stands before the @ of an account id, and what after it: its bank. */
export const accountNamePattern = /^[a-z0-9_]{1,32}$/;
export const domainPattern = /^[a-z0-9_]{1,9}$/;
export const participantCodePattern = /^[A-Z0-9]{4,12}$/;
/** An account id: local part of 1 to 32, domain of 1 to 9 (1-portal.md section 5). */
export const accountIdPattern = /^[a-z0-9_]{1,32}@[a-z0-9_]{1,9}$/;
export const accountIdLengthMax = 42;

/** An account id, lower-cased on the way in. */
export const AccountId = z
  .string()
  .trim()
  .toLowerCase()
  .max(accountIdLengthMax, 'account-id.invalid')
  .regex(accountIdPattern, 'account-id.invalid');

/** A participant code: the network's name of a bank. */
export const ParticipantCode = z.string().regex(participantCodePattern, 'field.invalid');

export const accountTypes = ['MOBILE', 'DESKTOP', 'WEB', 'BANK'] as const;
export type AccountType = (typeof accountTypes)[number];
export const accountStatuses = ['ACTIVATED', 'DEACTIVATED', 'DELETED'] as const;
export type AccountStatus = (typeof accountStatuses)[number];
