import { passwordLengthMax } from '@tonle/contract/sign-in';
import { z } from 'zod';

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** The numbers of decisions section 5, as settings: passwords, lock-out, one-time passwords, sessions. */
export const signInEnvironment = {
  PASSWORD_LENGTH_MIN: whole(8, passwordLengthMax)
    .default(12)
    .describe('Fewest characters of a new password'),
  PASSWORD_HISTORY: whole(0, 24)
    .default(5)
    .describe('How many of the last passwords, the current one included, may not come back'),
  PASSWORD_MIN_AGE_HOURS: whole(0, 720)
    .default(24)
    .describe('Hours before a password may be changed again, unless the change is forced'),
  PASSWORD_MAX_AGE_DAYS: whole(1, 3_650).default(90).describe('Days until a password expires'),
  PASSWORD_WARNING_DAYS: whole(0, 365)
    .default(14)
    .describe('Days before that from which signing in warns of it'),
  SIGN_IN_FAILURES: whole(1, 100).default(5).describe('Wrong passwords until an account is locked'),
  SIGN_IN_LOCK_MINUTES: whole(1, 1_440).default(15).describe('Minutes that a lock lasts'),
  SIGN_IN_ADDRESS_FAILURES: whole(1, 1_000_000)
    .default(100)
    .describe('Failed sign-ins of one address in 15 minutes until it is sent away'),
  RESET_MAILS_PER_HOUR: whole(1, 100)
    .default(3)
    .describe('Mails with a one-time password that an account gets in an hour'),
  RESET_PASSWORD_MINUTES: whole(1, 1_440).default(30).describe('Minutes that a one-time password lives'),
  SESSION_HOURS: whole(1, 168).default(12).describe('Hours after which every session ends'),
} as const;

const schema = z.object(signInEnvironment);

/** The same, as the sign-in area takes it. */
export interface SignInSettings {
  readonly passwordLengthMin: number;
  readonly passwordHistory: number;
  readonly passwordMinAgeHours: number;
  readonly passwordDays: number;
  readonly passwordWarningDays: number;
  readonly failuresMax: number;
  readonly lockMinutes: number;
  readonly addressFailuresMax: number;
  readonly addressMinutes: number;
  readonly resetMailsPerHour: number;
  readonly oneTimePasswordMinutes: number;
  readonly sessionHours: number;
}

export const signInSettingsOf = (it: z.output<typeof schema>): SignInSettings => ({
  passwordLengthMin: it.PASSWORD_LENGTH_MIN,
  passwordHistory: it.PASSWORD_HISTORY,
  passwordMinAgeHours: it.PASSWORD_MIN_AGE_HOURS,
  passwordDays: it.PASSWORD_MAX_AGE_DAYS,
  passwordWarningDays: it.PASSWORD_WARNING_DAYS,
  failuresMax: it.SIGN_IN_FAILURES,
  lockMinutes: it.SIGN_IN_LOCK_MINUTES,
  addressFailuresMax: it.SIGN_IN_ADDRESS_FAILURES,
  addressMinutes: 15,
  resetMailsPerHour: it.RESET_MAILS_PER_HOUR,
  oneTimePasswordMinutes: it.RESET_PASSWORD_MINUTES,
  sessionHours: it.SESSION_HOURS,
});
