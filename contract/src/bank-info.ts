import { z } from 'zod';
import { endpoint, type FileAnswer } from './endpoint.ts';
import { Email, maskedPhone } from './phone.ts';
import { withStatus } from './refusal.ts';
import { optional, text } from './text.ts';

/** The bank's public contact information (2-console.md sections 2 and 5), and its logos. */
export const bankNameLengthMax = 140;
export const bankAddressLengthMax = 255;
export const bankLinkLengthMax = 255;

/** Logos are PNG (decisions section 8). More pixels would take memory to decode, however few bytes they came in. */
export const logoBytesMax = 512 * 1024;
export const logoPixelsMax = 4_000_000;
export const logoSideMax = 8_000;
export const logoSizeText = '512 KiB';
/** What the message of a wrong website shows. */
const websiteExample = 'https://www.bank.com.kh';

const required = (key: string) => z.string().min(1, key);
const filled = <T extends z.ZodType>(schema: T) => z.preprocess((it) => it ?? '', schema);
const trimmed = (key: string) => z.string().trim().min(1, key);

/** Shown as a link, never fetched: http or https, a host, no user name in it. */
function isWebsite(it: string): boolean {
  if (!/^https?:\/\/[^\s\\@/?#]+([/?#][^\s\\]*)?$/i.test(it)) return false;
  return URL.canParse(it);
}
const facebookPattern = /^(https?:\/\/)?([a-z0-9-]+\.)*(facebook\.com|fb\.com|fb\.me)\/[^\s\\<>"'`]+$/i;

const fields = {
  name: filled(text(bankNameLengthMax).pipe(required('bank-name.required'))),
  phone: filled(trimmed('bank-phone.required').pipe(maskedPhone('bank-phone.invalid'))),
  email: filled(
    trimmed('bank-email.required').pipe(
      z.string().refine((it) => Email.safeParse(it).success, 'bank-email.invalid'),
    ),
  ),
  facebook: optional(text(bankLinkLengthMax).pipe(z.string().regex(facebookPattern, 'facebook.invalid'))),
  address: filled(text(bankAddressLengthMax).pipe(required('bank-address.required'))),
  website: filled(
    text(bankLinkLengthMax)
      .pipe(required('website.required'))
      .pipe(z.string().refine(isWebsite, { error: 'website.invalid', params: { host: websiteExample } })),
  ),
} as const;

/** What people fill in; the portal judges by it before it asks. */
export const BankInfoForm = z.strictObject(fields);
export type BankInfoForm = z.infer<typeof BankInfoForm>;

const isByte = (it: unknown): boolean =>
  typeof it === 'number' && Number.isInteger(it) && it >= 0 && it <= 255;
const base64LengthMax = 4 * Math.ceil(logoBytesMax / 3);
const tooLarge = { error: 'image.too-large', params: { size: logoSizeText } };
/** A PNG in base64, or its bytes as numbers. */
const Logo = optional(
  z.union([
    z
      .string()
      .refine((it) => it.length <= base64LengthMax, tooLarge)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'image.not-an-image'),
    z
      .custom<readonly number[]>((it) => Array.isArray(it), 'image.not-an-image')
      .refine((it) => it.length <= logoBytesMax, tooLarge)
      .refine((it) => it.length > logoBytesMax || it.every(isByte), 'image.not-an-image'),
  ]),
);
const LogoUuid = optional(z.uuid('field.invalid'));

/**
 * The update as the specification sends it, with name and phone; what the read call answered is accepted back, where they
 * are bin and phoneNumber (decisions section 3).
 */
export const UpdateBankInfo = z.preprocess(
  (it) => {
    if (typeof it !== 'object' || it === null || Array.isArray(it)) return it;
    const { bin, phoneNumber, ...given } = it as Record<string, unknown>;
    return {
      ...given,
      ...(given.name === undefined && bin !== undefined && { name: bin }),
      ...(given.phone === undefined && phoneNumber !== undefined && { phone: phoneNumber }),
    };
  },
  z.strictObject({
    ...fields,
    /** The logos that the caller knows of: another one is refused as changed meanwhile. */
    logoUuid: LogoUuid,
    titleLogoUuid: LogoUuid,
    logo: Logo,
    titleLogo: Logo,
    revision: z.int().min(1).optional(),
  }),
);
export type UpdateBankInfo = z.infer<typeof UpdateBankInfo>;

/** Null where nobody has filled it in yet; another server's answer may lack any. */
export const BankInfo = z.object({
  bin: z.string(),
  phoneNumber: z.string().nullish(),
  email: z.string().nullish(),
  facebook: z.string().nullish(),
  address: z.string().nullish(),
  website: z.string().nullish(),
  logoUuid: z.string().nullish(),
  titleLogoUuid: z.string().nullish(),
  /** Goes up with each change; an update that names it is refused where somebody was faster. */
  revision: z.number().int().optional(),
});
export type BankInfo = z.infer<typeof BankInfo>;

const own = { area: 'bank-info', permission: 'bank-info.change' } as const;

export const bankInfo = endpoint({
  ...own,
  name: 'bankInfo',
  summary: 'The bank’s contact information.',
  method: 'GET',
  path: '/tps/api/participant-banks/web/info',
  response: withStatus(BankInfo),
});

export const updateBankInfo = endpoint({
  ...own,
  name: 'updateBankInfo',
  summary: 'Changes the bank’s contact information and logos. Its website is never fetched.',
  method: 'POST',
  path: '/tps/api/participant-banks/info',
  body: UpdateBankInfo,
  // Two logos as arrays of numbers, which take four characters a byte.
  bodyBytesMax: 2 * 4 * logoBytesMax + 65_536,
  response: withStatus(BankInfo),
  errors: ['CHANGED_MEANWHILE'],
});

const logoFile = {
  ...own,
  method: 'GET',
  params: z.strictObject({ uuid: z.uuid('field.invalid') }),
  response: z.custom<FileAnswer>(),
  file: ['image/png'],
  errors: ['NOT_FOUND'],
} as const;

export const bankLogo = endpoint({
  ...logoFile,
  name: 'bankLogo',
  summary: 'A logo of the bank, as PNG.',
  path: '/tps/api/v2/participant-banks/logo/{uuid}',
});

export const bankTitleLogo = endpoint({
  ...logoFile,
  name: 'bankTitleLogo',
  summary: 'A title logo of the bank, the wide one with its name, as PNG.',
  path: '/tps/api/v2/participant-banks/title-logo/{uuid}',
});
