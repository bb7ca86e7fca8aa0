import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
  MessageId,
  networkHeaders,
  networkName,
  signedBytes,
  timeWindowSeconds,
} from '@tonle/contract/network';
import { Refusal } from '@tonle/contract/refusal';
import type { NetworkKeys } from '../config.ts';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Why a message is not taken: said to the sender, and logged. */
export type SignatureFault = 'headers' | 'key' | 'time' | 'signature';

export interface SignaturesOptions {
  readonly keys: NetworkKeys | undefined;
  /** The participant code of this bank. */
  readonly ownCode: () => Promise<string>;
  readonly clock: () => Date;
  readonly onFault?: (fault: SignatureFault, keyId: string | undefined) => void;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const SIGNATURE_BYTES = 64;

/** Signs what goes to the network and judges what says it comes from there, over the exact bytes. */
export class NetworkSignatures {
  readonly #options: SignaturesOptions;
  readonly #own: { keyId: string; privateKey: KeyObject } | undefined;
  readonly #theirs: ReadonlyMap<string, KeyObject>;

  constructor(options: SignaturesOptions) {
    const { keys } = options;
    this.#options = options;
    this.#own = keys && {
      keyId: keys.keyId,
      privateKey: createPrivateKey({
        key: Buffer.from(keys.privateKey, 'base64'),
        format: 'der',
        type: 'pkcs8',
      }),
    };
    this.#theirs = new Map(
      keys?.publicKeys.map(({ keyId, publicKey }) => [
        keyId,
        createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
      ]),
    );
  }

  /** The headers that carry a signature of ours; made off the main thread. */
  async headersFor(what: string, messageId: string, bytes: Uint8Array): Promise<Record<string, string>> {
    const own = this.#own;
    if (own === undefined) throw new Error('there is no key for the network');
    const time = this.#options.clock().toISOString();
    const payload = signedBytes({ what, recipient: networkName, messageId, time, keyId: own.keyId }, bytes);
    const signature = await new Promise<Buffer>((resolve, reject) => {
      sign(null, payload, own.privateKey, (error, made) => (error ? reject(error) : resolve(made)));
    });
    return {
      [networkHeaders.messageId]: messageId,
      [networkHeaders.time]: time,
      [networkHeaders.keyId]: own.keyId,
      [networkHeaders.signature]: signature.toString('base64'),
    };
  }

  /** The id of a message that is signed as it must be; else what is wrong with it. */
  async judge(
    what: string,
    headers: Headers,
    bytes: Uint8Array,
  ): Promise<{ messageId: string } | { fault: SignatureFault; keyId?: string }> {
    const messageId = MessageId.safeParse(headers[networkHeaders.messageId]).data;
    const time = headers[networkHeaders.time];
    const keyId = headers[networkHeaders.keyId];
    const signature = headers[networkHeaders.signature];
    if (messageId === undefined || typeof time !== 'string' || !TIME.test(time)) return { fault: 'headers' };
    if (typeof keyId !== 'string' || typeof signature !== 'string') return { fault: 'headers' };
    const key = this.#theirs.get(keyId);
    if (key === undefined) return { fault: 'key', keyId };
    const raw = Buffer.from(signature, 'base64');
    if (raw.length !== SIGNATURE_BYTES) return { fault: 'signature', keyId };
    const recipient = await this.#options.ownCode();
    const payload = signedBytes({ what, recipient, messageId, time, keyId }, bytes);
    if (!verify(null, payload, key, raw)) return { fault: 'signature', keyId };
    // Judged last: a time that nobody signed is no time.
    const offMs = Math.abs(this.#options.clock().getTime() - Date.parse(time));
    if (!(offMs <= timeWindowSeconds * 1_000)) return { fault: 'time', keyId };
    return { messageId };
  }

  /** For the HTTP layer: the message, or a refusal. */
  async verify(request: {
    method: string;
    path: string;
    headers: Headers;
    bytes: Uint8Array;
  }): Promise<{ messageId: string; bytes: Uint8Array }> {
    const { method, path, headers, bytes } = request;
    const judged = await this.judge(`${method} ${path}`, headers, bytes);
    if ('messageId' in judged) return { messageId: judged.messageId, bytes };
    this.#options.onFault?.(judged.fault, judged.keyId);
    throw new Refusal('SIGNATURE_REFUSED', { reason: judged.fault });
  }

  sign(messageId: string, status: number, bytes: Uint8Array): Promise<Record<string, string>> {
    return this.headersFor(String(status), messageId, bytes);
  }
}
