import { request } from 'node:http';

export type Answer = { status: number; json: unknown };

const ANSWER_MS = 40_000;

/** One request over a connection of its own; undefined where nobody knows what became of it. */
export function send(
  port: number,
  it: { method: 'GET' | 'POST'; path: string; headers: Readonly<Record<string, string>>; body?: object },
): Promise<Answer | undefined> {
  const body = it.body === undefined ? undefined : Buffer.from(JSON.stringify(it.body));
  return new Promise((done) => {
    const unknown = () => done(undefined);
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, method: it.method, path: it.path, agent: false },
        headers: {
          ...it.headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(body.length) }),
        },
        signal: AbortSignal.timeout(ANSWER_MS),
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', unknown);
        response.on('close', unknown);
        response.on('end', () => {
          try {
            const text = Buffer.concat(parts).toString();
            done({ status: response.statusCode ?? 0, json: text === '' ? undefined : JSON.parse(text) });
          } catch {
            unknown();
          }
        });
      },
    );
    sent.on('error', unknown);
    sent.end(body);
  });
}
