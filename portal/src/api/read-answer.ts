import { type PageOf, pageHeaders } from '@tonle/contract/paging';
import { z } from 'zod';

// The content security policy allows no code made from text, which zod would otherwise try.
z.config({ jitless: true });

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Parses JSON without rounding: a number that a double cannot hold as written stays the text it was
 * (amounts may come as numbers, decisions section 1).
 */
export function parseJson(text: string): unknown {
  const exact: Reviver = (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? context.source
      : value;
  return JSON.parse(text, exact);
}

type Path = readonly PropertyKey[];

function at(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((it, key) => (it as Record<PropertyKey, unknown> | undefined)?.[key], root);
}

function put(root: unknown, path: Path, value: unknown): void {
  const parent = at(root, path.slice(0, -1)) as Record<PropertyKey, unknown>;
  parent[path.at(-1) as PropertyKey] = value;
}

type Issue = z.core.$ZodIssue;

/** What to read in a value's place, where another server wrote it otherwise; undefined where nothing helps. */
function adjustment(issue: Issue, value: unknown): { value: unknown } | undefined {
  if (value === undefined)
    return { value: issue.code === 'invalid_type' && issue.expected === 'array' ? [] : null };
  if (issue.code === 'invalid_type' && issue.expected === 'string' && typeof value === 'number')
    return { value: String(value) };
  if (issue.code === 'invalid_type' && issue.expected === 'number' && typeof value === 'string')
    return /^-?\d+(\.\d+)?$/.test(value) ? { value: Number(value) } : undefined;
  // A code that the contract does not know: its place is kept by a known one until the rest is read.
  if (issue.code === 'invalid_value' && typeof value === 'string' && issue.values.length > 1)
    return { value: issue.values[0] };
  return undefined;
}

/**
 * Reads an answer by its schema, tolerantly, since other servers speak the specifications too (decisions section 1):
 * fields the schema does not know are dropped, absent ones are null or empty, a number where text is promised (or the
 * other way round) is taken as what it says, and a code that is not known stays the text it is.
 */
export function readAs<S extends z.ZodType>(schema: S, body: unknown): z.output<S> | undefined {
  const first = schema.safeParse(body);
  if (first.success) return first.data;
  if (typeof body !== 'object' || body === null) return undefined;
  const adjusted: unknown = structuredClone(body);
  const unknownCodes: { path: Path; code: string }[] = [];
  for (const issue of first.error.issues) {
    if (issue.path.length === 0) continue;
    const value = at(adjusted, issue.path);
    const instead = adjustment(issue, value);
    if (!instead) continue;
    put(adjusted, issue.path, instead.value);
    if (issue.code === 'invalid_value' && typeof value === 'string')
      unknownCodes.push({ path: issue.path, code: value });
  }
  const second = schema.safeParse(adjusted);
  if (!second.success) return undefined;
  for (const { path, code } of unknownCodes) put(second.data, path, code);
  return second.data;
}

type Wrapped = { content?: unknown; totalElements?: unknown; data?: unknown; total?: unknown };

/** The rows and total of a list in any shape that the specifications' servers give, also under `data`. */
function unwrap(body: unknown): { rows: unknown[]; total?: number } | undefined {
  if (Array.isArray(body)) return { rows: body };
  if (typeof body !== 'object' || body === null) return undefined;
  const { content, totalElements, data, total } = body as Wrapped;
  if (Array.isArray(content)) return { rows: content, total: count(totalElements) };
  if (Array.isArray(data)) return { rows: data, total: count(total) };
  return data === undefined ? undefined : unwrap(data);
}

function count(it: unknown): number | undefined {
  const number = typeof it === 'string' && it !== '' ? Number(it) : it;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

const flag = (it: string | null): boolean | undefined =>
  it === null ? undefined : it.toLowerCase() === 'true';

/** The one page reader: rows by their schema, and the page's facts from body or headers (decisions section 3). */
export function readPage<S extends z.ZodType>(
  row: S,
  body: unknown,
  headers: Headers,
): PageOf<z.output<S>> | undefined {
  const wrapped = unwrap(body);
  if (!wrapped) return undefined;
  const rows: z.output<S>[] = [];
  for (const each of wrapped.rows) {
    const read = readAs(row, each);
    if (read === undefined) return undefined;
    rows.push(read);
  }
  const khr = headers.get(pageHeaders.sumKhr);
  const usd = headers.get(pageHeaders.sumUsd);
  return {
    rows,
    total: count(headers.get(pageHeaders.total)) ?? wrapped.total ?? rows.length,
    totalMore: flag(headers.get(pageHeaders.totalMore)),
    hasNext: flag(headers.get(pageHeaders.hasNext)),
    hasPrevious: flag(headers.get(pageHeaders.hasPrevious)),
    next: headers.get(pageHeaders.next) ?? undefined,
    previous: headers.get(pageHeaders.previous) ?? undefined,
    sums: khr !== null && usd !== null ? { KHR: khr, USD: usd } : undefined,
    outsideWindow: flag(headers.get(pageHeaders.outsideWindow)),
  };
}
