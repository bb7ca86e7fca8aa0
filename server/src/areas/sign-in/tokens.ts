import { hkdfSync, randomBytes } from 'node:crypto';
import { TokenClaims } from '@tonle/contract/sign-in';
import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'tonle';

/** 256 random bits: what a token names. */
export const newSessionId = (): string => randomBytes(32).toString('base64url');

/**
 * Makes and reads tokens. The algorithm is fixed, so `alg: none` and keys of another kind are refused; a token says
 * nothing that is believed without its session's row.
 */
export class Tokens {
  readonly #key: Uint8Array;

  constructor(sessionSecret: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'tonle session token v1', 32));
  }

  make(claims: TokenClaims): Promise<string> {
    const { sub, exp, ...rest } = claims;
    return new SignJWT(rest)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime(exp)
      .sign(this.#key);
  }

  /** The session that the token names, or undefined where the token is not ours, tampered with, or too old. */
  async sessionIdOf(token: string): Promise<string | undefined> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        typ: 'JWT',
        issuer: ISSUER,
      });
      // We never name a key: a token that does is another's.
      if ('kid' in protectedHeader) return undefined;
      const claims = TokenClaims.safeParse(payload);
      return claims.success ? claims.data.sid : undefined;
    } catch {
      return undefined;
    }
  }
}
