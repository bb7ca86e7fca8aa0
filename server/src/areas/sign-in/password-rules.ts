import { type FieldFault, Refusal } from '@tonle/contract/refusal';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { SignInSettings } from '../../config.ts';

/** The 49,000 most common passwords of zxcvbn-ts, which collects them from published leaks. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Fewer different characters than this are a key held down, or two of them in turn. */
const DIFFERENT_MIN = 5;

/** In the list, a word of the list written several times, or made of hardly any characters. */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase();
  if (common.has(typed) || new Set(typed).size < DIFFERENT_MIN) return true;
  const repeated = /^(.{2,64}?)\1+$/.exec(typed)?.[1];
  return (repeated !== undefined && common.has(repeated)) || isRun(typed);
}

/** 1234567890123, abcdefghijkl: each character follows the one before. */
function isRun(typed: string): boolean {
  const codes = [...typed].map((it) => it.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  // A run of digits goes from 9 back to 0.
  const isMadeOf = (...allowed: number[]) => [...steps].every((step) => allowed.includes(step));
  return isMadeOf(1, -9) || isMadeOf(-1, 9);
}

/** Refuses what may not be a password, whoever asks (decisions section 5). */
export function judgeNewPassword(rules: SignInSettings, login: string, password: string): void {
  const fault = (key: string, params?: Record<string, number>): Omit<FieldFault, 'message'> => ({
    path: 'newPassword',
    key,
    ...(params === undefined ? {} : { params }),
  });
  const faults: Omit<FieldFault, 'message'>[] = [];
  if ([...password].length < rules.passwordLengthMin) {
    faults.push(fault('password.too-short', { min: rules.passwordLengthMin }));
  } else if (password.trim().toLowerCase() === login) faults.push(fault('password.is-login'));
  else if (isCommonPassword(password)) faults.push(fault('password.common'));
  if (faults.length > 0) throw new Refusal('INVALID_REQUEST', {}, faults);
}
