import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export type Asked = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** How long an answer may take, from when it is really sent. */
  answerMs: number;
};

export type Answered = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/**
 * The connections to one server: so many at most, kept and used again, and whoever finds none free waits their turn. `fetch`
 * knows no such bound: thousands of requests at once would open thousands of connections, and look through all of them for
 * each next one.
 */
export class Connections {
  readonly #origin: URL;
  readonly #atOnceMax: number;
  readonly #agent: HttpAgent;
  readonly #stop = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(origin: string, atOnceMax: number) {
    this.#origin = new URL(origin);
    this.#atOnceMax = atOnceMax;
    const options = { keepAlive: true, maxSockets: atOnceMax };
    this.#agent = this.#isTls ? new HttpsAgent(options) : new HttpAgent(options);
  }

  get #isTls(): boolean {
    return this.#origin.protocol === 'https:';
  }

  /** Undefined where there is no answer: no connection, a broken one, or none in time. What is asked is made in its turn. */
  async ask(path: string, asked: () => Asked): Promise<Answered | undefined> {
    if (this.#running >= this.#atOnceMax) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return this.#stop.signal.aborted ? undefined : await this.#once(path, asked()).catch(() => undefined);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #once(path: string, { method, headers, body, answerMs }: Asked): Promise<Answered> {
    const send = this.#isTls ? httpsRequest : httpRequest;
    return new Promise((done, failed) => {
      const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(answerMs)]);
      const length = { 'content-length': String(body?.length ?? 0) };
      const options = { method, agent: this.#agent, signal, headers: { ...headers, ...length } };
      const request = send(new URL(path, this.#origin), options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', failed);
        response.on('close', () => failed(new Error('the answer ends in the middle')));
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
        );
      });
      request.on('error', failed);
      request.end(body);
    });
  }

  close(): void {
    this.#stop.abort();
    for (const go of this.#waiting.splice(0)) go();
    this.#agent.destroy();
  }
}
