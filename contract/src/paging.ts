import { z } from 'zod';
import { pageSizeDefault, pageSizes, searchLengthMin } from './page-sizes.ts';
import { optional, text } from './text.ts';

export { pageSizeDefault, pageSizes, searchLengthMin };
/** The list's count stops here for free text; more is said by `x-total-more` (decisions section 3). */
export const freeTextCountMax = 10_000;

const whole = (min: number, max: number, fallback: number) =>
  z.preprocess(
    (it) =>
      it === undefined || it === ''
        ? fallback
        : typeof it === 'string' && /^\d{1,9}$/.test(it)
          ? Number(it)
          : it,
    z.number().int().min(min).max(max),
  );

/** The sort of a list: "field,direction", the field from the list's own. */
export const sortBy = <const F extends readonly [string, ...string[]]>(
  fields: F,
  fallback: `${F[number]},${'asc' | 'desc'}`,
) =>
  z.preprocess(
    (it) => (it === undefined || it === '' ? fallback : it),
    z
      .string()
      .max(64)
      .transform((it, ctx) => {
        const [field = '', direction = 'asc', ...rest] = it.split(',');
        if (
          rest.length > 0 ||
          !(fields as readonly string[]).includes(field) ||
          !['asc', 'desc'].includes(direction.toLowerCase())
        ) {
          ctx.addIssue({ code: 'custom', message: 'field.invalid-sort' });
          return z.NEVER;
        }
        return { field: field as F[number], direction: direction.toLowerCase() as 'asc' | 'desc' };
      }),
  );

/** The query of a list: zero-based page, size, free-text filter, sort. `sizeMax` is 100, 2000 where the specification says so. */
export const listQuery = <const F extends readonly [string, ...string[]]>(
  fields: F,
  fallback: `${F[number]},${'asc' | 'desc'}`,
  sizeMax = 100,
) => ({
  page: whole(0, 1_000_000, 0),
  size: whole(1, sizeMax, pageSizeDefault),
  filter: optional(text(128)),
  sort: sortBy(fields, fallback),
});

/** An opaque position in a list, as `x-next` and `x-prev` gave it. */
export const Cursor = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, 'field.invalid');

/** How a list answers: a bare array with `x-total-count`, {content, totalElements}, or {data, total} (decisions section 3). */
export type Envelope = 'array' | 'content' | 'data';

/** What a list's handler gives, and what the portal's page reader makes of any envelope. */
export type PageOf<Row> = {
  rows: Row[];
  /** All rows of the query; with `totalMore` there are more than that. */
  total: number;
  totalMore?: boolean;
  hasNext?: boolean;
  hasPrevious?: boolean;
  next?: string;
  previous?: string;
  /** Sums of the whole query per currency, as decimals; absent where they are not counted. */
  sums?: { KHR: string; USD: string };
  /** True where a whole identifier was found outside the asked window (decisions section 7). */
  outsideWindow?: boolean;
};

/** The headers that carry a page's facts beside its rows. */
export const pageHeaders = {
  total: 'x-total-count',
  totalMore: 'x-total-more',
  hasNext: 'hasnext',
  hasPrevious: 'hasprevious',
  next: 'x-next',
  previous: 'x-prev',
  sumKhr: 'x-sum-khr',
  sumUsd: 'x-sum-usd',
  outsideWindow: 'x-outside-window',
} as const;
