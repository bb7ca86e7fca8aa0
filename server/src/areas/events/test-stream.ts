import { LiveEvent, type LiveTransaction } from '@tonle/contract/events';

/** An event as it came, with its id where it had one. */
export type Told = { id: string | undefined; event: LiveEvent };

/** An open stream, read as a portal reads it. */
export class TestStream {
  readonly status: number;
  readonly headers: Headers;
  readonly told: Told[] = [];
  beats = 0;
  /** Settles when the stream is over, whoever ended it. */
  readonly over: Promise<void>;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#abort = abort;
    this.over = this.#read(response).catch(() => undefined);
  }

  static async open(url: string, token: string, lastEventId?: string): Promise<TestStream> {
    const abort = new AbortController();
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    const response = await fetch(`${url}/api/events`, { headers, signal: abort.signal });
    return new TestStream(response, abort);
  }

  close(): Promise<void> {
    this.#abort.abort();
    return this.over;
  }

  get types(): string[] {
    return this.told.map(({ event }) => event.type);
  }

  /** Every transaction that was told of. */
  get transactions(): LiveTransaction[] {
    return this.told.flatMap(({ event }) => (event.type === 'transactions' ? event.transactions : []));
  }

  get waiting(): unknown {
    return this.told.flatMap(({ event }) => (event.type === 'waiting' ? [event.counts] : [])).at(-1);
  }

  get lastId(): string {
    return this.told.flatMap(({ id }) => id ?? []).at(-1) ?? '';
  }

  async #read(response: Response): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    if (block.startsWith(':')) {
      this.beats += 1;
      return;
    }
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const event = LiveEvent.parse(JSON.parse(fields.get('data') ?? 'null'));
    if (fields.get('event') !== event.type) throw new Error(`an event without its name: ${block}`);
    this.told.push({ id: fields.get('id'), event });
  }
}
