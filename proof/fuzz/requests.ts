import type { Endpoint } from '@tonle/contract/endpoint';
import type { Random } from '@tonle/contract/random';
import type { Sent } from '../served-bank.ts';
import { contentTypes, hostileJson, pathParts, queryParts, strangeHeaders } from './hostile.ts';
import { ABSENT, type Pools, Values } from './values.ts';

/** A request, and what was done to it. */
export interface Made {
  readonly endpoint: Endpoint;
  readonly sent: Sent;
  readonly tricks: readonly string[];
  /** Whether it still is a call of its endpoint: its method and path are those that the contract has. */
  readonly isItsOwn: boolean;
}

interface Draft {
  method: string;
  params: Record<string, string>;
  query: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  isItsOwn: boolean;
}

type Trick = (draft: Draft) => void;

const MEBIBYTES_10 = 10 * 1_048_576;

/** Requests to an endpoint: valid as its schemas say, then changed by none, one or several tricks. */
export class Requests {
  readonly #random: Random;
  readonly #pools: (endpoint: Endpoint) => Pools;
  readonly #values = new Map<string, Values>();
  readonly #tricks: Readonly<Record<string, Trick>>;
  readonly #trickNames: readonly string[];

  constructor(random: Random, pools: (endpoint: Endpoint) => Pools) {
    this.#random = random;
    this.#pools = pools;
    this.#tricks = this.#makeTricks();
    this.#trickNames = Object.keys(this.#tricks);
  }

  make(endpoint: Endpoint, headers: Readonly<Record<string, string>>): Made {
    const draft = this.#valid(endpoint, headers);
    const count = this.#random.weighted([35, 45, 15, 5]);
    const tricks = Array.from({ length: count }, () => this.#random.pick(this.#trickNames));
    for (const name of tricks) this.#tricks[name]?.(draft);
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => draft.params[name] ?? 'x');
    return {
      endpoint,
      tricks,
      isItsOwn: draft.isItsOwn && draft.method === endpoint.method,
      sent: {
        method: draft.method,
        path: draft.query === '' ? path : `${path}?${draft.query}`,
        headers: draft.headers,
        ...(draft.body === undefined ? {} : { body: draft.body }),
      },
    };
  }

  #valuesOf(endpoint: Endpoint): Values {
    const known = this.#values.get(endpoint.name) ?? new Values(this.#random, this.#pools(endpoint));
    this.#values.set(endpoint.name, known);
    return known;
  }

  #valid(endpoint: Endpoint, headers: Readonly<Record<string, string>>): Draft {
    const values = this.#valuesOf(endpoint);
    const params = Object.entries(endpoint.params?.shape ?? {}).map(([name, schema]) => {
      const value = values.for(schema, name);
      return [name, value === ABSENT ? 'x' : encodeURIComponent(String(value)) || '%20'] as const;
    });
    const query = endpoint.query === undefined ? {} : values.object(endpoint.query.shape);
    const body = endpoint.body === undefined ? undefined : values.for(endpoint.body, 'body');
    const draft: Draft = {
      method: endpoint.method,
      params: Object.fromEntries(params),
      query: new URLSearchParams(
        Object.entries(query).map(([key, it]) => [key, String(it)] as [string, string]),
      ).toString(),
      headers: { ...headers },
      body: undefined,
      isItsOwn: true,
    };
    if (endpoint.bodyTypes !== undefined) {
      draft.headers['content-type'] = this.#random.pick(endpoint.bodyTypes);
      draft.body = Buffer.from(this.#random.pick([png, this.#random.bytes(400), png.subarray(0, 60)]));
    } else if (body !== undefined && body !== ABSENT) {
      this.#write(endpoint, draft, body);
    }
    if (endpoint.idempotent === true && this.#random.percent(50))
      draft.headers['idempotency-key'] = `fuzz-${this.#random.letters(12)}`;
    return draft;
  }

  #write({ form, textBody }: Endpoint, draft: Draft, body: unknown): void {
    const fields = body as Record<string, unknown>;
    if (form === true) {
      draft.headers['content-type'] = 'application/x-www-form-urlencoded';
      const pairs = Object.entries(fields).map(([key, it]) => [key, String(it)] as [string, string]);
      draft.body = Buffer.from(new URLSearchParams(pairs).toString());
    } else if (textBody !== undefined && this.#random.percent(50)) {
      draft.headers['content-type'] = 'text/plain';
      draft.query = new URLSearchParams({
        [textBody.identifier]: String(fields[textBody.identifier] ?? ''),
      }).toString();
      draft.body = Buffer.from(String(fields[textBody.text] ?? ''));
    } else {
      draft.headers['content-type'] = 'application/json';
      draft.body = Buffer.from(JSON.stringify(body));
    }
  }

  #makeTricks(): Readonly<Record<string, Trick>> {
    const random = this.#random;
    const json = (draft: Draft, change: (text: string) => string) => {
      draft.body = Buffer.from(change(draft.body?.toString() ?? '{}'));
      draft.headers['content-type'] ??= 'application/json';
    };
    const hostile = () => random.pick(hostileJson);
    const moreQuery = (draft: Draft, text: string) => {
      draft.query = draft.query === '' ? text : `${draft.query}&${text}`;
    };
    return {
      'another value': (draft) => json(draft, (text) => withValue(text, random, hostile())),
      'another value in the query': (draft) => {
        const [name = 'x'] = (random.pick(draft.query.split('&')) ?? '').split('=');
        moreQuery(draft, `${name}=${encodeURIComponent(plain(hostile()))}`);
      },
      'a field less': (draft) => json(draft, (text) => withoutField(text, random)),
      'a field more': (draft) => json(draft, (text) => withField(text, '"unknown"', hostile())),
      'a field of rights': (draft) =>
        json(draft, (text) => withField(text, `"${random.pick(['roles', 'authorities', 'blocked'])}"`, '[]')),
      'a key twice': (draft) => json(draft, (text) => text.replace(/^\{("[^"]*":)/, '{$1null,$1')),
      __proto__: (draft) => json(draft, (text) => withField(text, '"__proto__"', '{"isAdmin":true}')),
      'something else': (draft) => json(draft, hostile),
      'cut short': (draft) => json(draft, (text) => text.slice(0, random.below(text.length + 1))),
      'broken bytes': (draft) => {
        draft.body = Buffer.concat([draft.body ?? Buffer.of(), Buffer.from(random.bytes(8))]);
        draft.headers['content-type'] ??= 'application/json';
      },
      'a byte order mark': (draft) => json(draft, (text) => `\uFEFF${text}`),
      'another content type': (draft) => {
        draft.headers['content-type'] = random.pick(contentTypes);
        draft.body ??= Buffer.from('{}');
      },
      'no body': (draft) => {
        draft.body = undefined;
      },
      'a long body': (draft) => {
        const bytes = random.percent(5) ? MEBIBYTES_10 : 200_000;
        draft.body = Buffer.from(`{"x":"${'y'.repeat(bytes)}"}`);
        draft.headers['content-type'] ??= 'application/json';
      },
      'a strange path': (draft) => {
        const name = random.pick(Object.keys(draft.params));
        if (name === undefined) return;
        draft.params[name] = random.pick(pathParts);
        // Dots and slashes make it another path.
        draft.isItsOwn = false;
      },
      'a strange query': (draft) => moreQuery(draft, random.pick(queryParts)),
      'strange headers': (draft) => Object.assign(draft.headers, random.pick(strangeHeaders)),
      'another method': (draft) => {
        draft.method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']);
        draft.isItsOwn = false;
      },
    };
  }
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** JSON text as its plain value, for a query. */
function plain(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return (typeof value === 'string' ? value : text).toWellFormed().slice(0, 6_000);
  } catch {
    return text.slice(0, 6_000);
  }
}

const VALUE = /:("(?:[^"\\]|\\.)*"|-?[\d.eE+]+|true|false|null|\[\])/g;

/** What was made long before is only replaced whole. */
const LOOKED_INTO_MAX = 20_000;

/** Puts a text in the place of one of the values, whatever depth it stands at. */
function withValue(text: string, random: Random, value: string): string {
  if (text.length > LOOKED_INTO_MAX) return value;
  const found = [...text.matchAll(VALUE)];
  const hit = found[random.below(found.length || 1)];
  if (hit === undefined) return value;
  return `${text.slice(0, hit.index)}:${value}${text.slice(hit.index + hit[0].length)}`;
}

function withoutField(text: string, random: Random): string {
  try {
    const fields = JSON.parse(text) as Record<string, unknown>;
    delete fields[random.pick(Object.keys(fields))];
    return JSON.stringify(fields);
  } catch {
    return '{}';
  }
}

const withField = (text: string, key: string, value: string): string =>
  text.startsWith('{')
    ? `{${key}:${value}${text.slice(1).trim() === '}' ? '' : ','}${text.slice(1)}`
    : `{${key}:${value}}`;
