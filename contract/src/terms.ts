import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './paging.ts';
import { termsLengthMax } from './terms-document.ts';
import { InstantOut } from './text.ts';

/** Terms and conditions of each channel; every version is kept, the newest is in force. */
export const SaveTerms = z.strictObject({
  /** The editor's document as JSON text; terms-document.ts says what it may hold. */
  text: z.preprocess(
    (it) => it ?? '',
    z
      .string()
      .min(1, 'terms.required')
      .refine((it) => it.length <= termsLengthMax, {
        error: 'terms.too-long',
        params: { max: termsLengthMax },
      }),
  ),
  /** The version that was edited: where there is a newer one, the change is refused. 0 where there was none yet. */
  version: z.int().min(0).optional(),
});
export type SaveTerms = z.infer<typeof SaveTerms>;

export const TermsVersion = z.object({
  version: z.number().int(),
  /** Null for the version that an installation began with. */
  author: z.string().nullable(),
  login: z.string().nullable(),
  createdTime: InstantOut,
});
export type TermsVersion = z.infer<typeof TermsVersion>;
export const TermsText = TermsVersion.extend({ text: z.string() });
export type TermsText = z.infer<typeof TermsText>;

const words = { mobile: 'mobile apps', desktop: 'organisations', web: 'web customers' } as const;
type Channel = keyof typeof words;
const path = <C extends Channel>(channel: C) => `/tps/api/properties/t-c-${channel}` as const;
const own = <C extends Channel>(channel: C) =>
  ({ area: 'terms', permission: `terms.change.${channel}` }) as const;

const saveOf = <const Name extends string, C extends Channel>(name: Name, channel: C) =>
  endpoint({
    ...own(channel),
    name,
    summary: `Puts new terms and conditions for ${words[channel]} in force.`,
    method: 'POST',
    path: path(channel),
    body: SaveTerms,
    response: TermsText,
    errors: ['CHANGED_MEANWHILE'],
  });
const versionsOf = <const Name extends string, C extends Channel>(name: Name, channel: C) =>
  endpoint({
    ...own(channel),
    name,
    summary: `The versions of the terms and conditions for ${words[channel]}, the newest first.`,
    method: 'GET',
    path: `${path(channel)}/versions`,
    query: z.strictObject(listQuery(['version'], 'version,desc')).omit({ filter: true }),
    response: TermsVersion,
    list: 'array',
  });
const versionOf = <const Name extends string, C extends Channel>(name: Name, channel: C) =>
  endpoint({
    ...own(channel),
    name,
    summary: `One version of the terms and conditions for ${words[channel]}.`,
    method: 'GET',
    path: `${path(channel)}/versions/{version}`,
    params: z.strictObject({ version: z.string().regex(/^[1-9]\d{0,8}$/, 'field.invalid') }),
    response: TermsText,
    errors: ['NOT_FOUND'],
  });

export const saveMobileTerms = saveOf('saveMobileTerms', 'mobile');
export const saveDesktopTerms = saveOf('saveDesktopTerms', 'desktop');
export const saveWebTerms = saveOf('saveWebTerms', 'web');
export const mobileTermsVersions = versionsOf('mobileTermsVersions', 'mobile');
export const desktopTermsVersions = versionsOf('desktopTermsVersions', 'desktop');
export const webTermsVersions = versionsOf('webTermsVersions', 'web');
export const mobileTermsVersion = versionOf('mobileTermsVersion', 'mobile');
export const desktopTermsVersion = versionOf('desktopTermsVersion', 'desktop');
export const webTermsVersion = versionOf('webTermsVersion', 'web');
