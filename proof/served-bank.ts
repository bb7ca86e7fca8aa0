import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeyHeader } from '@tonle/contract/channel-scopes';
import { startTestBank, type TestBank, type TestBankOptions } from '../server/src/test-bank.ts';

/** One request as the wire carries it. */
export interface Sent {
  readonly method: string;
  /** With its query, encoded as it is to be sent. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
  readonly ms: number;
}

export interface ServedBank extends AsyncDisposable {
  readonly bank: TestBank;
  readonly url: string;
  send(it: Sent): Promise<Got>;
}

const many = 10_000_000;

/** A test bank that listens, and a client that sends it whatever it is told to. */
export async function serveBank(options: TestBankOptions = {}): Promise<ServedBank> {
  const bank = await startTestBank({
    rateLimits: { perAddress: many, perSession: many, perApp: many },
    ...options,
  });
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bank.app.server.address() as AddressInfo;
  return {
    bank,
    url: `http://127.0.0.1:${port}`,
    send: clientOf(port),
    [Symbol.asyncDispose]: () => bank.close(),
  };
}

/** Sends whatever it is given, over connections that are kept. */
export function clientOf(port: number): (it: Sent) => Promise<Got> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (it) => send(port, agent, it);
}

export const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };
export const keyed = (key: string): Record<string, string> => ({ [apiKeyHeader]: key });

function send(port: number, agent: Agent, { method, path, headers = {}, body }: Sent): Promise<Got> {
  const begun = performance.now();
  return new Promise((done, failed) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', failed);
        answer.on('end', () => {
          const bytes = Buffer.concat(parts);
          done({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes,
            json: jsonOf(bytes, answer.headers['content-type']),
            ms: performance.now() - begun,
          });
        });
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}

function jsonOf(bytes: Buffer, type: string | undefined): unknown {
  if (type?.startsWith('application/json') !== true || bytes.length === 0) return undefined;
  return JSON.parse(bytes.toString());
}
