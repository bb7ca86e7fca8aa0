import { sign, verify } from 'node:crypto';
import { networkHeaders, networkName, signedBytes, timeWindowSeconds } from '@tonle/contract/network';
import { bankCode } from './banks.ts';
import type { NetworkKeys } from './keys.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The headers that sign a message, or an answer, to the bank. */
export function headersFor(
  keys: NetworkKeys,
  what: string,
  messageId: string,
  bytes: Uint8Array,
): Record<string, string> {
  const head = {
    what,
    recipient: bankCode,
    messageId,
    time: new Date().toISOString(),
    keyId: keys.ownKeyId,
  };
  const signature = sign(null, signedBytes(head, bytes), keys.ownPrivateKey).toString('base64');
  return {
    [networkHeaders.messageId]: messageId,
    [networkHeaders.time]: head.time,
    [networkHeaders.keyId]: head.keyId,
    [networkHeaders.signature]: signature,
  };
}

/** The id of a message of the bank whose signature is good; undefined for anything else. */
export function messageIdOf(
  keys: NetworkKeys,
  what: string,
  headers: Headers,
  bytes: Uint8Array,
): string | undefined {
  const of = (name: string) => String(headers[name] ?? '');
  const head = {
    what,
    recipient: networkName,
    messageId: of(networkHeaders.messageId),
    time: of(networkHeaders.time),
    keyId: of(networkHeaders.keyId),
  };
  const age = Math.abs(Date.now() - Date.parse(head.time));
  if (head.keyId !== keys.bankKeyId || !(age <= timeWindowSeconds * 1_000)) return undefined;
  const signature = Buffer.from(of(networkHeaders.signature), 'base64');
  const isGood =
    signature.length === 64 && verify(null, signedBytes(head, bytes), keys.bankPublicKey, signature);
  return isGood ? head.messageId : undefined;
}
