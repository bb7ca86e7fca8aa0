/** The first row that is not as the chain says. */
export type LedgerFault = { table: string; key: string; what: string };

/** Ends a verification at the first fault. */
export class Found extends Error {
  readonly fault: LedgerFault;

  constructor(table: string, key: string, what: string) {
    super(`${table} ${key}: ${what}`);
    this.fault = { table, key, what };
  }
}

export function found(table: string, key: string, what: string): never {
  throw new Found(table, key, what);
}
