import { z } from 'zod';
import { latinDigits } from './digits.ts';

/** A Cambodian phone number, normalised: 855 and 8 or 9 digits that do not start with 0 (decisions section 8). */
export const phonePattern = /^855[1-9]\d{7,8}$/;

/**
 * Normalises what a person typed (012…, 855…, +855…, with blanks and hyphens) to digits with 855 in front.
 * Returns undefined for what is no Cambodian phone number.
 */
export function normalisePhone(typed: string): string | undefined {
  const plain = latinDigits(typed).replace(/[\s\-().]/g, '');
  const digits = plain.replace(/^(\+|00)/, '');
  if (!/^\d{1,20}$/.test(digits)) return undefined;
  // Another country's: with 855 in front it would be another number.
  if (plain.startsWith('+') && !digits.startsWith('855')) return undefined;
  const national = digits.startsWith('855') ? digits.slice(3) : digits.replace(/^0/, '');
  const phone = `855${national}`;
  return phonePattern.test(phone) ? phone : undefined;
}

/** The beginning of a phone number as it is stored (855…), whichever way it was typed. */
export function phonePrefixOf(typed: string): string | undefined {
  const search = latinDigits(typed);
  if (!/^\+?[\d\s\-().]+$/.test(search)) return undefined;
  const digits = search.replace(/\D/g, '').replace(/^00/, '');
  if (digits.length < 3) return undefined;
  return digits.startsWith('855') ? digits : `855${digits.replace(/^0/, '')}`;
}

/** A normalised phone as people read it: +855 12 345 678 or +855 12 345 6789. */
export function formatPhone(phone: string): string {
  if (!phonePattern.test(phone)) return phone;
  return `+855 ${phone.slice(3, 5)} ${phone.slice(5, 8)} ${phone.slice(8)}`;
}

/** A masked phone field: accepts what normalises, refuses a 0 after the country code with its message. */
export const maskedPhone = (invalid: string) =>
  z
    .string()
    .max(32, invalid)
    .transform((typed, ctx) => {
      if (/^\s*\+?\s*855[\s-]*0/.test(latinDigits(typed))) {
        ctx.addIssue({ code: 'custom', message: 'phone.starts-with-zero' });
        return z.NEVER;
      }
      const phone = normalisePhone(typed);
      if (phone === undefined) {
        ctx.addIssue({ code: 'custom', message: invalid });
        return z.NEVER;
      }
      return phone;
    });
export const Phone = maskedPhone('phone.invalid');

export const emailLengthMax = 254;
export const Email = z.email('email.invalid').max(emailLengthMax, 'email.invalid');
