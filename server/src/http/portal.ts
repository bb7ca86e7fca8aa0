import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Endpoint } from '@tonle/contract/endpoint';
import { Refusal } from '@tonle/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { styleNonce } from './headers.ts';

/** What the portal reads before it starts (decisions section 2). */
export interface PortalConfig {
  readonly baseUrl: string;
  readonly IDLE_TIMEOUT: number;
  readonly MAX_TRANSACTION_DAYS: number;
  readonly supportContact: string;
  readonly version: string;
  readonly demo: boolean;
  readonly extensions: true;
}

export interface PortalOptions {
  readonly isPage: (request: Asked) => boolean;
  readonly config: PortalConfig;
  /** The built portal; without it only the API is served. */
  readonly directory?: string;
  /** While developing the build may change under a running server. */
  readonly rereads: boolean;
}

const YEAR_SECONDS = 365 * 24 * 3600;
/** First parts of paths that are never pages, besides those of the contract. */
const OWN_PREFIXES = ['health', 'metrics', 'api-docs', 'assets', 'manual', 'config.json'];
const NONCE_PLACE = '__CSP_NONCE__';

type Asked = Pick<FastifyRequest, 'method' | 'url'>;

/** Whether a request asks for a page of the portal: for nothing that is the server's own. */
export function pageAddresses(endpoints: readonly Endpoint[]): (request: Asked) => boolean {
  const prefixes = new Set([...OWN_PREFIXES, ...endpoints.map((it) => firstPart(it.path))]);
  return ({ method, url }) =>
    (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !prefixes.has(firstPart(url));
}

/** Where a person's browser goes with an address that cannot be read: the portal says there that they are lost. */
export const answerLost = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect('/404');

/** Serves the built portal: files as they are, the page itself for every other path of a person's browser. */
export async function servePortal(app: FastifyInstance, options: PortalOptions): Promise<void> {
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(options.config),
  );
  const page = options.directory === undefined ? undefined : pageOf(options.directory, options.rereads);
  if (options.directory !== undefined && page !== undefined) {
    const assets = join(options.directory, 'assets', sep);
    await app.register(fastifyStatic, {
      root: options.directory,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      // Always whole: a part beyond the end of a file would be answered as an address that cannot be read.
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(assets);
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
    app.get('/', (_request, reply) => sendPage(page, reply));
    app.get('/index.html', (_request, reply) => sendPage(page, reply));
    // The manual's folders: refused as they are, while what is not there leads to the contents.
    for (const folder of ['/manual', '/manual/en', '/manual/km']) {
      app.get(folder, (_request, reply) => reply.callNotFound());
    }
  }
  app.setNotFoundHandler((request, reply) => {
    const contents = contentsFor(request);
    if (page !== undefined && contents !== undefined) return reply.redirect(contents);
    if (page !== undefined && options.isPage(request)) return sendPage(page, reply);
    throw new Refusal('NOT_FOUND');
  });
}

/** The manual's contents, with the words that were searched, for what is none of its pages; a missing picture is missing. */
function contentsFor({ method, url }: Asked): string | undefined {
  const [, path = '', asked = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  const manual = /^\/manual(?:\/(en|km)(?=\/|$))?(?:\/|$)/.exec(path);
  const isFile = /\.(?!html$)[^/]*$/.test(path);
  if (!manual || isFile || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const contents = `/manual/${manual[1] ?? 'en'}/index.html`;
  return contents === path ? undefined : contents + asked;
}

/** As the router reads it: a letter may be written by its code. */
function firstPart(path: string): string {
  const part = /^\/+([^/?#]*)/.exec(path)?.[1] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function pageOf(directory: string, rereads: boolean): () => string {
  const read = () => readFileSync(join(directory, 'index.html'), 'utf8');
  if (rereads) return read;
  const page = read();
  return () => page;
}

function sendPage(page: () => string, reply: FastifyReply): FastifyReply {
  return reply
    .code(200)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page().replaceAll(NONCE_PLACE, styleNonce(reply.raw)));
}
