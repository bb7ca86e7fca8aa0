import { z } from 'zod';
import { Email, Phone } from './phone.ts';
import { Day, optional, text } from './text.ts';

/**
 * What is known of whoever holds an account (2-console.md section 5). "Letters" are Unicode letters and marks, so that
 * Khmer names are names (decisions section 8).
 */
export const personNameLengthMax = 70;
export const organizationNameLengthMax = 140;
export const documentIdLengthMax = 64;

const word = String.raw`[\p{L}\p{M}\p{N}]+`;
const oneWord = new RegExp(`^${word}$`, 'u');
const twoWords = new RegExp(`^${word}( ${word})?$`, 'u');
const someWords = new RegExp(`^${word}( ${word})*$`, 'u');

export const FirstName = z
  .string()
  .trim()
  .min(1, 'first-name.required')
  .max(personNameLengthMax, { error: 'first-name.too-long', abort: true })
  .regex(oneWord, 'first-name.invalid');
export const LastName = z
  .string()
  .trim()
  .min(1, 'last-name.required')
  .max(personNameLengthMax, { error: 'last-name.too-long', abort: true })
  .regex(twoWords, 'last-name.invalid');
export const OrganizationName = text(organizationNameLengthMax).pipe(
  z.string().min(1, 'organization-name.required'),
);
export const Nationality = z
  .string()
  .trim()
  .min(1, 'nationality.required')
  .max(personNameLengthMax, { error: 'field.too-long', abort: true })
  .regex(someWords, 'nationality.invalid');
export const DocumentId = z
  .string()
  .trim()
  .min(1, 'document-id.required')
  .max(documentIdLengthMax, { error: 'field.too-long', abort: true })
  .regex(oneWord, 'document-id.invalid');
export const Address = text(255);
export const sexes = ['MALE', 'FEMALE'] as const;

/** Photos and identity documents (decisions section 8). */
export const imageTypes = ['image/png', 'image/jpeg'] as const;
export const imageBytesMax = 5 * 1024 * 1024;
/** More would take the server's memory to decode, however few bytes it came in. */
export const imagePixelsMax = 40_000_000;
export const imageSideMax = 10_000;

/** A phone as 855 and digits, or an e-mail address in lower case. */
export const Contact = z.union([
  z
    .string()
    .trim()
    .toLowerCase()
    .refine((it) => it.includes('@'), 'contact.invalid')
    .pipe(Email),
  Phone,
]);

const Birthday = z.preprocess((it) => it ?? '', z.string().min(1, 'birthday.required').pipe(Day));

/** A person as they prove themselves to be. */
export const PersonProfile = {
  firstName: FirstName,
  lastName: LastName,
  firstNameKhmer: optional(FirstName),
  lastNameKhmer: optional(LastName),
  birthday: Birthday,
  sex: z.enum(sexes).default('MALE'),
  nationality: Nationality,
  documentId: DocumentId,
  address: optional(Address),
  secondaryContact: optional(Contact),
} as const;

export const OrganizationProfile = {
  organizationName: OrganizationName,
  organizationNameKhmer: optional(OrganizationName),
  documentId: DocumentId,
  address: optional(Address),
  secondaryContact: optional(Contact),
} as const;
