import type { FastifyRequest } from 'fastify';

/** A request as its signature covers it. */
export interface SignedRequest {
  readonly method: string;
  /** The endpoint's path in the contract: a proxy may have put something before it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body exactly as it came. */
  readonly bytes: Uint8Array;
}

/** A message whose signature was found good. */
export interface SignedMessage {
  readonly messageId: string;
  readonly bytes: Uint8Array;
}

/** Whoever knows the keys of those that sign instead of signing in. */
export interface Signatures {
  /** Throws a refusal, which is logged, unless key, time and signature are good. */
  verify(request: SignedRequest): Promise<SignedMessage>;
  /** The headers that sign an answer. */
  sign(messageId: string, status: number, bytes: Uint8Array): Promise<Record<string, string>>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read only after the signature over it was found good. */
    signed?: boolean;
    /** Called by apps, which are counted by their key. */
    keyed?: boolean;
    /** The answer is a stream that stays open. */
    streamed?: boolean;
    /** The body is a form. */
    form?: boolean;
    /** The body is bytes of one of these content types. */
    bodyTypes?: readonly string[];
    /** True where the body may also be plain text. */
    takesText?: boolean;
  }
  interface FastifyRequest {
    rawBody: Uint8Array | undefined;
  }
}

const NOTHING = new Uint8Array(0);

export const signedRequestOf = (request: FastifyRequest, path: string): SignedRequest => ({
  method: request.method,
  path,
  headers: request.headers,
  bytes: request.rawBody ?? NOTHING,
});
