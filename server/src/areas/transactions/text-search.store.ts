import { phonePrefixOf } from '@tonle/contract/phone';
import { between, type Parameters } from './list-source.store.ts';
import type { ListWindow } from './transaction-query.ts';

/** Above every text that begins with the same characters, in byte order. */
const lastCharacter = '\u{10FFFF}';

/** One way in which a transfer may answer a free text. */
export type SearchBranch = {
  /** A condition on a transfer `t`. */
  condition: string;
  /** SQL that finds such transfers' seq by an index; where left out, the condition itself is served by one. */
  hits?: () => string;
  /** A whole identifier, which is found whatever the window. */
  exact: boolean;
};

/**
 * The ways a free text may be found: as a whole identifier, or as the beginning of a hash, an id, an external reference, an
 * account id, a name or a phone number. Beginnings are ranges in byte order: nothing that is typed is ever a pattern.
 */
export function searchBranches(search: string, window: ListWindow, to: Parameters): SearchBranch[] {
  const name = `lower(${to.add(search, 'text')})`;
  const phone = phonePrefixOf(search);
  return [
    ...wholeIdentifier(search, to),
    ...hashPrefix(search, to),
    ...identifiers.flatMap((column) =>
      casesOf(search).map((it) => prefixed(`t.${column}`, to.add(it, 'text'))),
    ),
    ...['source_name', 'destination_name'].map((column) => named(column, name, window, to)),
    ...(phone === undefined
      ? []
      : ['source_phone_number', 'destination_phone_number'].map((column) =>
          prefixed(`t.${column}`, to.add(phone, 'text')),
        )),
    ...accountBranches(search.toLowerCase(), window, to),
  ];
}

const identifiers = ['fi_transaction_id', 'fast_transaction_id', 'ext_ref'];

const casesOf = (search: string): string[] => [
  ...new Set([search, search.toUpperCase(), search.toLowerCase()]),
];

/** The ways in which a free text may be a whole identifier. */
export const wholeIdentifier = (search: string, to: Parameters): SearchBranch[] => [
  ...wholeHash(search, to),
  ...identifiers.map((column) => ({
    condition: `t.${column} = ANY (${to.add(casesOf(search), 'text[]')})`,
    exact: true,
  })),
];

const prefixed = (column: string, prefix: string): SearchBranch => ({
  condition: `(${column} >= ${prefix} AND ${column} < ${prefix} || '${lastCharacter}')`,
  exact: false,
});

/** Names are few beside the transfers that bear them, and their indexes know the sequence: each is read in the window alone. */
const named = (column: string, prefix: string, window: ListWindow, to: Parameters): SearchBranch => {
  const begins = prefixed(`lower(t.${column}) COLLATE "C"`, prefix);
  return {
    ...begins,
    hits: () => `SELECT t.seq FROM transfer t WHERE ${begins.condition} AND ${between('t.seq', window, to)}`,
  };
};

const isHash = (search: string): boolean => /^[0-9a-f]{64}$/i.test(search);

const wholeHash = (search: string, to: Parameters): SearchBranch[] =>
  isHash(search)
    ? [{ condition: `t.hash = ${to.add(Buffer.from(search, 'hex'), 'bytea')}`, exact: true }]
    : [];

const hashPrefix = (search: string, to: Parameters): SearchBranch[] =>
  /^[0-9a-f]{3,63}$/i.test(search)
    ? [
        {
          condition: `t.hash BETWEEN ${to.add(Buffer.from(search.padEnd(64, '0'), 'hex'), 'bytea')}
            AND ${to.add(Buffer.from(search.padEnd(64, 'f'), 'hex'), 'bytea')}`,
          exact: false,
        },
      ]
    : [];

/** Own accounts are found in the book and read by their entries; those of other banks by what people see. */
function accountBranches(prefix: string, window: ListWindow, to: Parameters): SearchBranch[] {
  if (!/^[a-z0-9_]{1,32}(@[a-z0-9_]{0,9})?$/.test(prefix)) return [];
  const start = to.add(prefix, 'text');
  const begins = (column: string) => prefixed(column, start).condition;
  const foreign = (shown: string, leg: string): SearchBranch => ({
    condition: `(t.${shown} <> t.${leg} AND ${begins(`t.${shown}`)})`,
    exact: false,
  });
  const own = {
    condition: `(${begins('t.source_account_id')} OR ${begins('t.destination_account_id')})`,
    hits: () => `SELECT e.seq FROM account a CROSS JOIN generate_series(0, 5) AS wanted (kind)
      JOIN entry e ON e.account_id = a.account_id AND e.kind = wanted.kind AND ${between('e.seq', window, to)}
      WHERE a.kind IN ('MAIN', 'CUSTOMER') AND ${begins('a.account_id')}`,
    exact: false,
  };
  return [
    foreign('source_account_id', 'debit_account_id'),
    foreign('destination_account_id', 'credit_account_id'),
    own,
  ];
}
