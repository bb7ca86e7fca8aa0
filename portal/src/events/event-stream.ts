import { eventStream, LiveEvent, lastEventIdHeader } from '@tonle/contract/events';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { failureOf, refusalIn } from '../api/refusal-in.ts';
import { sessionRefused } from '../api/session-refused.ts';
import { getConfig } from '../session/config.ts';
import { type Pause, pauseAfter } from './pause.ts';

/** The server writes something at least every 15 seconds; after this a connection that says nothing is dead. */
const silenceMs = 40_000;
/** A connection that held for so long was a good one: the next pause is short again. */
const goodMs = 5_000;
const bufferMax = 1024 * 1024;

type Tell = (event: LiveEvent) => void;
/** What tabs say to each other: that one has opened, and what the reading tab was told. */
type Said = { kind: 'hello' } | { kind: 'told'; id: string | undefined; event: unknown };

/**
 * Reads the stream for a session, one connection for all tabs of the browser: the tab that holds the lock reads and tells
 * the others; when it is closed another goes on from where it was. Answers how to stop.
 */
export function readEvents(token: string, tell: Tell): () => void {
  const reading = new Reading(token, tell);
  void reading.start();
  return () => reading.stop();
}

class Reading {
  readonly #token: string;
  readonly #tell: Tell;
  readonly #stop = new AbortController();
  readonly #tabs: BroadcastChannel;
  #lastId: string | undefined;
  /** The newest counts, for tabs that open later. */
  #waiting: LiveEvent | undefined;
  #isReader = false;

  constructor(token: string, tell: Tell) {
    this.#token = token;
    this.#tell = tell;
    this.#tabs = new BroadcastChannel(nameOf(token));
    this.#tabs.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
  }

  async start(): Promise<void> {
    const { signal } = this.#stop;
    this.#say({ kind: 'hello' });
    // There are no locks on a page that came without TLS; then each tab reads for itself.
    if (!('locks' in navigator)) return this.#read();
    await navigator.locks
      .request(nameOf(this.#token), { signal }, () => this.#read())
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  }

  stop(): void {
    this.#stop.abort();
    this.#tabs.close();
  }

  #hear(said: Said): void {
    if (said.kind === 'hello') {
      if (this.#isReader && this.#waiting)
        this.#say({ kind: 'told', id: this.#lastId, event: this.#waiting });
      return;
    }
    if (this.#isReader) return;
    // The other tab may be of another build.
    const event = LiveEvent.safeParse(said.event);
    this.#lastId = said.id ?? this.#lastId;
    if (event.success) this.#tell(event.data);
  }

  #say(said: Said): void {
    if ('locks' in navigator && !this.#stop.signal.aborted) this.#tabs.postMessage(said);
  }

  async #read(): Promise<void> {
    this.#isReader = true;
    let pause: Pause | undefined;
    while (!this.#stop.signal.aborted) {
      const from = Date.now();
      const end = await this.#readOnce();
      if (end === 'never') return;
      pause = pauseAfter(Date.now() - from > goodMs ? undefined : pause, end.retryAfterSeconds);
      await waited(pause.ms, this.#stop.signal);
    }
  }

  /** Reads until the connection ends; answers whether it makes sense to come again. */
  async #readOnce(): Promise<'never' | { retryAfterSeconds?: number | undefined }> {
    const silence = new AbortController();
    let timer = window.setTimeout(() => silence.abort(), silenceMs);
    const alive = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => silence.abort(), silenceMs);
    };
    try {
      const response = await this.#ask(AbortSignal.any([this.#stop.signal, silence.signal]));
      if (!response.ok) return await this.#refused(response);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      if (!isStream || !response.body) return 'never';
      await this.#follow(response.body, alive);
      return {};
    } catch {
      return {};
    } finally {
      window.clearTimeout(timer);
      silence.abort();
    }
  }

  #ask(signal: AbortSignal): Promise<Response> {
    const headers = new Headers({
      accept: 'text/event-stream',
      authorization: `Bearer ${this.#token}`,
      'x-background': '1',
    });
    if (this.#lastId !== undefined) headers.set(lastEventIdHeader, this.#lastId);
    return fetch(`${getConfig().baseUrl}${eventStream.path}`, {
      headers,
      signal,
      cache: 'no-store',
      credentials: 'omit',
    });
  }

  async #refused(response: Response): Promise<'never' | { retryAfterSeconds?: number | undefined }> {
    const body: unknown = await response.json().catch(() => undefined);
    const error = refusalIn(body, response) ?? failureOf(response, false);
    sessionRefused(error, this.#token);
    const { retryAfterSeconds } = error;
    const comesBack = response.status >= 500 || response.status === 429 || response.status === 408;
    return comesBack ? { retryAfterSeconds } : 'never';
  }

  async #follow(body: ReadableStream<Uint8Array>, alive: () => void): Promise<void> {
    const parser = createParser({ maxBufferSize: bufferMax, onEvent: (it) => this.#take(it) });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  #take({ id, data }: EventSourceMessage): void {
    this.#lastId = id ?? this.#lastId;
    // What a newer server tells besides is for newer portals.
    const parsed = LiveEvent.safeParse(jsonOf(data));
    if (!parsed.success) return;
    if (parsed.data.type === 'waiting') this.#waiting = parsed.data;
    this.#say({ kind: 'told', id: this.#lastId, event: parsed.data });
    this.#tell(parsed.data);
  }
}

/** One lock and one channel a session: the next user's tabs hear nothing of this one's. */
const nameOf = (token: string): string => `tonle.events.${token.slice(-24)}`;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits, but no longer than until the network is back. */
function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      window.clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
  });
}
