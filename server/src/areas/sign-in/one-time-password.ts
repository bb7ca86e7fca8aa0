import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Without what is mistaken for something else when it is read out: 32 symbols. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 5;

export interface OneTimePassword {
  /** As the person gets it: K7QPX-… */
  readonly shown: string;
  readonly hash: string;
}

/** 100 random bits, in groups that can be read out. */
export function newOneTimePassword(): OneTimePassword {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('');
  const shown = Array.from({ length: GROUPS }, group).join('-');
  return { shown, hash: hashOf(shown) };
}

/** Whether this is the one-time password of the hash; capital letters, blanks and hyphens make no difference. */
export function isOneTimePassword(hash: string | null | undefined, typed: string): boolean {
  const given = Buffer.from(hashOf(typed));
  const expected = Buffer.from(hash ?? hashOf(''));
  const isEqual = given.length === expected.length && timingSafeEqual(given, expected);
  return isEqual && hash !== null && hash !== undefined;
}

/** Nobody can try 100 bits, so a plain hash keeps it as well as a slow one would, and costs no sign-in anything. */
const hashOf = (typed: string): string =>
  `sha256:${createHash('sha256').update(typed.replace(/[\s-]/g, '').toUpperCase()).digest('base64')}`;
