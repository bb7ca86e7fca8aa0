import { type Currency, currencyOf } from '@tonle/money';
import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { type ChannelAccountType, channelAccountTypes } from './channel-permissions.ts';
import { endpoint } from './endpoint.ts';
import { kycStatuses } from './kyc-status.ts';
import type { MessageKey } from './messages.ts';
import { listQuery } from './paging.ts';
import { DecimalIn, DecimalOut, InstantOut, nameText, optional, text } from './text.ts';

/** The limits of a day that the national bank sets, in whole riel and US cents; the same for every kind of account (decisions section 8). */
export const nationalDayLimits = {
  PARTIAL_KYC: { khrMinor: 12_000_000n, usdMinor: 300_000n },
  FULL_KYC: { khrMinor: 40_000_000n, usdMinor: 1_000_000n },
} as const;

export const limitNameLengthMax = 70;
export const limitDescriptionLengthMax = 255;
/** The largest custom limit, in whole riel or dollars (2-console.md section 9). */
export const dayLimitMax = 9_007_199_254_740_991n;
export const activeLimitsMax = 2_000;

/**
 * A limit as it was typed, as minor units, or the key of what is wrong with it: whole numbers only, in either currency
 * (2-console.md section 5).
 */
export function judgeDayLimit(typed: string, currency: Currency): bigint | MessageKey {
  const name = currency === 'KHR' ? 'khr' : 'usd';
  if (typed.trim() === '') return `limit.${name}-required`;
  if (!/^(-?[1-9]\d*|0)(\.00?)?$/.test(typed)) return 'limit.not-whole';
  const whole = BigInt(typed.replace(/\..*$/, ''));
  if (whole < 0n) return `limit.${name}-negative`;
  if (whole > dayLimitMax) return `limit.${name}-too-large`;
  return currency === 'KHR' ? whole : whole * 100n;
}

const DayLimitIn = (currency: Currency) =>
  z.strictObject({
    dayLimit: z
      .preprocess((it) => it ?? '', z.unknown())
      .pipe(DecimalIn)
      .transform((typed, ctx): bigint => {
        const judged = judgeDayLimit(typed, currency);
        if (typeof judged === 'bigint') return judged;
        ctx.addIssue({ code: 'custom', message: judged });
        return z.NEVER;
      }),
  });

const LimitsIn = z.strictObject({
  'khr#nbc': DayLimitIn(currencyOf('khr#nbc')),
  'usd#nbc': DayLimitIn(currencyOf('usd#nbc')),
});

const DayLimitOut = z.object({ dayLimit: DecimalOut });

export const KycLimit = z.object({
  id: z.string(),
  limitName: z.string(),
  description: z.string().nullable(),
  /** False for a limit of the national bank, which nobody here edits. */
  customLimit: z.boolean(),
  kycStatus: z.enum(kycStatuses),
  accountType: z.enum(channelAccountTypes),
  createdTime: InstantOut,
  updatedTime: InstantOut,
  limits: z.object({ 'khr#nbc': DayLimitOut, 'usd#nbc': DayLimitOut }),
  /** Goes up with each edit; an edit that names it is refused where somebody was faster. */
  revision: z.number().int(),
});
export type KycLimit = z.infer<typeof KycLimit>;

/** What may be done with a limit: the portal shows by it, the server refuses by it. */
export const kycLimitCan = { edit: ({ customLimit }: Pick<KycLimit, 'customLimit'>) => customLimit } as const;

export const LimitId = z.preprocess(
  (it) => (typeof it === 'number' ? String(it) : it),
  z.string('field.required').regex(/^[1-9]\d{0,17}$/, 'field.invalid'),
);

const limitName = (required: MessageKey) =>
  z.preprocess((it) => it ?? '', nameText(limitNameLengthMax).pipe(z.string().min(1, required)));
const description = optional(text(limitDescriptionLengthMax));

export const AddLimit = z.strictObject({
  limitName: limitName('limit.new-name-required'),
  limits: LimitsIn,
  accountType: z.enum(channelAccountTypes, {
    error: ({ input }) => (input === undefined || input === '' ? 'limit.account-type-required' : undefined),
  }),
  description,
  kycStatus: z.enum(kycStatuses).default('FULL_KYC'),
});
export type AddLimit = z.infer<typeof AddLimit>;

export const EditLimit = z.strictObject({
  limitId: LimitId,
  limitName: limitName('limit.name-required'),
  description,
  limits: LimitsIn,
  revision: z.int().min(1).optional(),
});
export type EditLimit = z.infer<typeof EditLimit>;

/** What the lists of limits, and their exports, take. */
export const limitListQuery = listQuery(
  ['limitName', 'kycStatus', 'khrLimit', 'usdLimit', 'createdTime', 'updatedTime'],
  'createdTime,asc',
);

const own = { area: 'kyc-limits' } as const;

const ofChannel = <const Name extends string>(name: Name, channel: 'mobile' | 'desktop' | 'web') =>
  endpoint({
    ...own,
    name,
    summary: `The limits for ${channel} accounts.`,
    method: 'GET',
    path: `/tps/api/kyc-limits/${channel}`,
    permission: `kyc-limits.list.${channel}`,
    query: z.strictObject(limitListQuery),
    response: KycLimit,
    list: 'array',
  });

export const mobileLimits = ofChannel('mobileLimits', 'mobile');
export const desktopLimits = ofChannel('desktopLimits', 'desktop');
export const webLimits = ofChannel('webLimits', 'web');

export const activeLimits = endpoint({
  ...own,
  name: 'activeLimits',
  summary: 'All limits that may be given to accounts of the kinds that the caller works with.',
  method: 'GET',
  path: '/tps/api/kyc-limits/active',
  permission: [
    'verification.decide.mobile',
    'verification.decide.desktop',
    'verification.decide.web',
    'customers.change.mobile',
    'customers.change.desktop',
    'customers.change.web',
  ],
  query: z.strictObject(listQuery(['limitName', 'createdTime'], 'createdTime,asc', activeLimitsMax)),
  response: KycLimit,
  list: 'array',
});

export const kycLimit = endpoint({
  ...own,
  name: 'kycLimit',
  summary: 'A limit by its id.',
  method: 'GET',
  path: '/tps/api/kyc-limits/{id}',
  permission: ['kyc-limits.list.mobile', 'kyc-limits.list.desktop', 'kyc-limits.list.web'],
  params: z.strictObject({ id: LimitId }),
  response: KycLimit,
  errors: ['NOT_FOUND'],
});

export const addLimit = endpoint({
  ...own,
  name: 'addLimit',
  summary: 'Adds a limit of the bank’s own.',
  method: 'POST',
  path: '/tps/api/kyc-limits/local/add',
  permission: 'kyc-limits.add',
  body: AddLimit,
  response: KycLimit,
});

export const editLimit = endpoint({
  ...own,
  name: 'editLimit',
  summary: 'Edits a limit of the bank’s own. The next payment of every account that has it is judged by it.',
  method: 'POST',
  path: '/tps/api/kyc-limits/local/edit',
  permission: ['kyc-limits.edit.mobile', 'kyc-limits.edit.desktop', 'kyc-limits.edit.web'],
  body: EditLimit,
  response: KycLimit,
  errors: ['NOT_FOUND', 'NATIONAL_LIMIT', 'CHANGED_MEANWHILE'],
});

export const setAccountLimit = endpoint({
  ...own,
  name: 'setAccountLimit',
  summary: 'Gives an account a limit of its kind and KYC status. Its next payment is judged by it.',
  method: 'POST',
  path: '/tps/api/fst-iroha-accounts/limits/set',
  permission: ['customers.change.mobile', 'customers.change.desktop', 'customers.change.web'],
  body: z.strictObject({ accountId: AccountId, limitId: LimitId }),
  response: z.object({ accountId: z.string(), limit: KycLimit }),
  errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_DELETED'],
});

/** The list of a kind of account. */
export const limitsOf = {
  MOBILE: mobileLimits,
  DESKTOP: desktopLimits,
  WEB: webLimits,
} as const satisfies Record<ChannelAccountType, unknown>;
