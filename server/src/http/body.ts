import { Refusal } from '@tonle/contract/refusal';
import type { FastifyInstance } from 'fastify';
import { formFrom } from './form.ts';
import { parseJson } from './json.ts';

/** Nothing else counts as JSON: no other charset, no tab before a parameter (fastify CVE-2026-25223). */
const JSON_TYPE = /^application\/json *(; *charset="?utf-8"? *)?$/i;
const TEXT_TYPE = /^text\/plain *(; *charset="?utf-8"? *)?$/i;
export const BODY_LENGTH_MAX = 1024 * 1024;

/** The only reader of request bodies: JSON from the raw bytes, a form or bytes where the call says so; the rest is 415. */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest('rawBody', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LENGTH_MAX }, (request, bytes, done) => {
    if (request.routeOptions.config.signed === true) {
      request.rawBody = bytes as Buffer;
      done(null, undefined);
      return;
    }
    const { bodyTypes, form, takesText } = request.routeOptions.config;
    const contentType = request.headers['content-type'];
    if (form === true) {
      formFrom(bytes as Buffer, contentType).then((it) => done(null, it), done);
      return;
    }
    try {
      if (bodyTypes !== undefined) {
        refuseOtherTypes(bodyTypes, contentType);
        done(null, bytes);
        return;
      }
      const isText = takesText === true && TEXT_TYPE.test(contentType ?? '');
      done(null, isText ? textFrom(bytes as Buffer) : bodyFrom(bytes as Buffer, contentType));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** The bytes are looked into by whoever takes them; this is what the caller says they are. */
function refuseOtherTypes(bodyTypes: readonly string[], contentType: string | undefined): void {
  if (!bodyTypes.includes((contentType ?? '').trim().toLowerCase()))
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
}

function textFrom(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('INVALID_REQUEST');
  }
}

export function bodyFrom(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined;
  if (!JSON_TYPE.test(contentType ?? '')) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  return parseJson(bytes);
}
