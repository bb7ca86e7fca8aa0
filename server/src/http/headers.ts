import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { pageHeaders } from '@tonle/contract/paging';
import type { FastifyInstance } from 'fastify';
import { SESSION_SECONDS_HEADER } from './routes.ts';

const nonces = new WeakMap<object, string>();

/** The nonce of this answer's styles: Mantine writes its variables into one <style>, which carries it. */
export function styleNonce(response: ServerResponse | object): string {
  const known = nonces.get(response);
  if (known !== undefined) return known;
  const nonce = randomBytes(16).toString('base64');
  nonces.set(response, nonce);
  return nonce;
}

export interface HeaderOptions {
  readonly publicUrl: string;
  readonly corsOrigins: readonly string[];
}

const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((it) => `${it}=()`)
  .join(', ');

const YEAR_SECONDS = 365 * 24 * 3600;

/** Security headers on every answer, and the other origins that may call. */
export async function setHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  const isHttps = options.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${styleNonce(response)}'`],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: options.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY).header('x-request-id', request.id);
  });
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'x-background'],
      exposedHeaders: [
        ...Object.values(pageHeaders),
        'x-request-id',
        'retry-after',
        'content-disposition',
        SESSION_SECONDS_HEADER,
      ],
      maxAge: 3600,
    });
  }
}
