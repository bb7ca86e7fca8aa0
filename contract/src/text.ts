import { z } from 'zod';

/** No NUL, no other control character but tab and newline, no lone surrogate: the database refuses or garbles them. */
const isFit = (it: string): boolean =>
  it.isWellFormed() && ![...it].some((one) => isControl(one.codePointAt(0) ?? 0));
const isControl = (code: number): boolean =>
  (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127;

/** Takes no place on the screen: zero-width spaces and joiners, marks of direction, fillers. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** What is made of spaces and of what cannot be seen says nothing. */
export const isBlank = (it: string): boolean => it.replace(UNSEEN, '').trim() === '';
const blankAsNone = (it: string): string => (isBlank(it) ? '' : it);

/** Free text of a bounded length, in characters as people count them, trimmed. */
export const text = (lengthMax: number, tooLong = 'field.too-long') =>
  z
    .string()
    // Nothing else is asked of what is far too long: a pattern over megabytes of it would not come to an end.
    .max(lengthMax * 8, { error: tooLong, abort: true })
    .trim()
    .overwrite(blankAsNone)
    .refine(isFit, 'field.invalid')
    .refine((it) => [...it].length <= lengthMax, { error: tooLong, params: { max: lengthMax } });

/** One line, as it is seen: what cannot be seen goes, and so many spaces are one, so that two names that look alike are one. */
const asSeen = (it: string): string => it.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();

/** A name that staff give to something, by which people tell it from others. */
export const nameText = (lengthMax: number) => text(lengthMax).overwrite(asSeen);

/** Absent, null and "" are all "not given" in an optional field (decisions section 3). */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((it) => (it === null || it === '' ? undefined : it), schema.optional());

/** A Phnom Penh day, YYYY-MM-DD, that exists. */
export const Day = z.iso.date('field.invalid-date');
/** An instant with its offset, ISO 8601. */
export const Instant = z.iso.datetime({ offset: true, error: 'field.invalid-date' });
/** An instant in an answer. */
export const InstantOut = z.string();

/** A decimal amount in an answer: "15000", "0.30". */
export const DecimalOut = z.string().regex(/^-?\d+(\.\d+)?$/);

/** A decimal in a request: text, or a JSON number that is exact as written (the server parses raw numbers losslessly). */
export const DecimalIn = z.preprocess(
  (it) => {
    if (typeof it === 'number') return String(it);
    if (typeof it === 'object' && it !== null && 'isLosslessNumber' in it) return String(it);
    return it;
  },
  z.string().max(64, 'amount.not-a-number'),
);

/**
 * Values of a filter, from a query ("SUCCESS,PENDING", or the name repeated) or a body (an array).
 * ALL and the empty text mean not given.
 */
export const anyOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.preprocess((it) => {
    const given = (Array.isArray(it) ? it : it === undefined || it === null ? [] : [it])
      .flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]))
      .map((one) => (typeof one === 'string' ? one.trim() : one));
    const named = given.filter((one) => one !== '' && one !== 'ALL');
    return named.length === 0 || given.includes('ALL') ? undefined : [...new Set(named)];
  }, z.array(z.enum(values)).max(values.length).optional());

/** One value of a filter; ALL and the empty text mean not given. */
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.preprocess(
    (it) => (it === '' || it === 'ALL' || it === null ? undefined : it),
    z.enum(values).optional(),
  );
