import { pageSizeDefault, pageSizes, searchLengthMin } from '@tonle/contract/page-sizes';
import { isDay } from '../i18n/time.ts';

/**
 * How one filter of a list is written in the address and read back. `read` gives undefined for what is not
 * valid, which is then dropped from the address.
 */
export type Filter<Value> = {
  read(text: string): Value | undefined;
  write(value: Value): string;
  /** What holds while the address says nothing; not counted as a set filter, and not written. */
  fallback?(): Value;
};

/** A filter that always has a value. */
export type FallingBack<Value> = Filter<Value> & { fallback(): Value };

const searchLengthMax = 128;

/** Free text. */
export const textFilter = (lengthMax = searchLengthMax): Filter<string> => ({
  read: (text) => (text.trim() === '' || text.length > lengthMax ? undefined : text),
  write: (value) => value,
});

/** What a list is searched for: at least three characters, less searches nothing (decisions section 3). */
export const searchFilter: Filter<string> = {
  ...textFilter(),
  read: (text) => ([...text.trim()].length < searchLengthMin ? undefined : textFilter().read(text)),
};

/** Several codes of a set, joined by commas. */
export const codesFilter = <const C extends string>(codes: readonly C[]): Filter<readonly C[]> => ({
  read: (text) => {
    const known = text.split(',').filter((it): it is C => (codes as readonly string[]).includes(it));
    return known.length === 0 ? undefined : [...new Set(known)];
  },
  write: (value) => value.join(','),
});

/** One code of a set; ALL and nothing mean not given. */
export const codeFilter = <const C extends string>(
  codes: readonly C[],
  fallback?: C,
): FallingBack<C | 'ALL'> => ({
  read: (text) =>
    text === 'ALL' || (codes as readonly string[]).includes(text) ? (text as C | 'ALL') : undefined,
  write: (value) => value,
  fallback: () => fallback ?? 'ALL',
});

/** A Phnom Penh day; with a fallback, that one holds while none is chosen. */
export function dayFilter(): Filter<string>;
export function dayFilter(fallback: () => string): FallingBack<string>;
export function dayFilter(fallback?: () => string): Filter<string> {
  return { read: (text) => (isDay(text) ? text : undefined), write: (value) => value, fallback };
}

export type Filters = Readonly<Record<string, Filter<unknown>>>;
type ValueOf<F> = F extends { read(text: string): infer V } ? Exclude<V, undefined> : never;
export type FilterValues<F extends Filters> = {
  readonly [Name in keyof F]: F[Name] extends { fallback(): unknown }
    ? ValueOf<F[Name]>
    : ValueOf<F[Name]> | undefined;
};

export type Sort = { field: string; direction: 'asc' | 'desc' };

export type ListDefinition<F extends Filters = Filters> = {
  /** Names the list where preferences are kept, and nothing else: "outgoing-transactions". */
  name: string;
  /** Prefixes the query names where a page has several lists (decisions section 3). */
  namespace?: string;
  sorts: readonly string[];
  sort?: Sort;
  filters: F;
  size: number;
};

type Definition<F extends Filters> = Omit<ListDefinition<F>, 'sorts' | 'size' | 'sort'> & {
  sorts?: readonly string[];
  /** The sort that holds at first, "field,direction". */
  sort?: string;
  size?: number;
};

/** Declares a list: what its address may say. The same definition validates the route and drives the table. */
export function defineList<const F extends Filters>(it: Definition<F>): ListDefinition<F> {
  const sorts = it.sorts ?? [];
  return { ...it, sorts, sort: readSort(it.sort, sorts), size: it.size ?? pageSizeDefault };
}

function readSort(text: string | undefined, sorts: readonly string[]): Sort | undefined {
  const [field, direction = 'asc', ...rest] = (text ?? '').split(',');
  if (field === undefined || rest.length > 0 || !sorts.includes(field)) return undefined;
  return direction === 'asc' || direction === 'desc' ? { field, direction } : undefined;
}

export const writeSort = (sort: Sort): string => `${sort.field},${sort.direction}`;

/** What the address says about a list. Pages count from 1 here, as people do. */
export type ListState<F extends Filters = Filters> = {
  page: number;
  /** Undefined while the address names none: the person's own choice holds then. */
  size: number | undefined;
  sort: Sort | undefined;
  cursor: string | undefined;
  filters: FilterValues<F>;
  /** Filters that differ from what holds at first. */
  setCount: number;
};

export type Search = Readonly<Record<string, string>>;

export const nameIn = (definition: Pick<ListDefinition, 'namespace'>, name: string): string =>
  definition.namespace === undefined ? name : `${definition.namespace}.${name}`;

export function readList<F extends Filters>(definition: ListDefinition<F>, search: Search): ListState<F> {
  const value = (name: string) => search[nameIn(definition, name)];
  const page = /^[1-9]\d{0,6}$/.test(value('page') ?? '') ? Number(value('page')) : 1;
  const size = (pageSizes as readonly number[]).find((it) => String(it) === value('size'));
  const cursor = value('cursor');
  let setCount = 0;
  const filters = Object.entries(definition.filters).map(([name, filter]) => {
    const text = value(name);
    const read = text === undefined ? undefined : filter.read(text);
    if (read !== undefined) setCount += 1;
    return [name, read ?? filter.fallback?.()];
  });
  return {
    page,
    size,
    sort: readSort(value('sort'), definition.sorts) ?? definition.sort,
    cursor: cursor !== undefined && /^[A-Za-z0-9_-]{1,200}$/.test(cursor) ? cursor : undefined,
    filters: Object.fromEntries(filters) as FilterValues<F>,
    setCount,
  };
}

/** Keeps of a raw address what the lists know and can read; everything else is dropped. */
function validateList(definition: ListDefinition, raw: Search): Search {
  const state = readList(definition, raw);
  const kept: Record<string, string> = {};
  const keep = (name: string, text: string) => {
    kept[nameIn(definition, name)] = text;
  };
  if (state.page > 1) keep('page', String(state.page));
  if (state.size !== undefined) keep('size', String(state.size));
  if (state.sort && definition.sort !== state.sort) keep('sort', writeSort(state.sort));
  if (state.cursor !== undefined && state.page > 1) keep('cursor', state.cursor);
  for (const [name, filter] of Object.entries(definition.filters)) {
    const text = raw[nameIn(definition, name)];
    if (text !== undefined && filter.read(text) !== undefined) keep(name, text);
  }
  return kept;
}

/** The `search` of a screen with lists, and with further plain text parameters by name. */
export const searchOf =
  (lists: readonly ListDefinition[], names: readonly string[] = []) =>
  (raw: Record<string, unknown>): Search => {
    const texts = Object.fromEntries(
      Object.entries(raw).flatMap(([name, it]) => (typeof it === 'string' ? [[name, it]] : [])),
    );
    const own = names.flatMap((name) => {
      const text = texts[name];
      return text === undefined || text.length > 500 ? [] : [[name, text]];
    });
    return Object.assign(Object.fromEntries(own), ...lists.map((it) => validateList(it, texts)));
  };
