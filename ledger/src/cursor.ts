import type { Tx } from './database.ts';

/** Rows of a query in order, a few thousand at a time, so that the longest table takes no more memory than a short one. */
export class Cursor<Row> {
  readonly #tx: Tx;
  readonly #name: string;
  readonly #pageSize: number;
  #page: Row[] = [];
  #position = 0;
  #ended = false;

  private constructor(tx: Tx, name: string, pageSize: number) {
    this.#tx = tx;
    this.#name = name;
    this.#pageSize = pageSize;
  }

  /** The name is the caller's own word, never input. */
  static async open<Row>(tx: Tx, name: string, query: string, pageSize = 2_000): Promise<Cursor<Row>> {
    await tx.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${query}`);
    return new Cursor<Row>(tx, name, pageSize);
  }

  /** The next row, which stays the next until it is taken. */
  async peek(): Promise<Row | undefined> {
    if (this.#position >= this.#page.length && !this.#ended) {
      const { rows } = await this.#tx.query<Row>(`FETCH ${this.#pageSize} FROM ${this.#name}`);
      this.#page = rows;
      this.#position = 0;
      this.#ended = rows.length === 0;
    }
    return this.#page[this.#position];
  }

  /** The next row where it is there already, without a round trip. */
  ready(): Row | undefined {
    return this.#page[this.#position];
  }

  take(): void {
    this.#position += 1;
  }
}
