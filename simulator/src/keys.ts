import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChannelAccountType } from '@tonle/contract/channel';

/** Of the demo's data folder: the network's key pair and the bank's public key, as the server made them. */
export type NetworkKeys = {
  bankPublicKey: KeyObject;
  bankKeyId: string;
  ownKeyId: string;
  ownPrivateKey: KeyObject;
};

type KeyFile = {
  bank: { keyId: string; publicKey: string };
  network: { keyId: string; privateKey: string };
};

export function readNetworkKeys(dataDir: string): NetworkKeys {
  const { bank, network } = readJson(dataDir, 'network-keys.json') as KeyFile;
  const der = (text: string) => Buffer.from(text, 'base64');
  return {
    bankKeyId: bank.keyId,
    bankPublicKey: createPublicKey({ key: der(bank.publicKey), format: 'der', type: 'spki' }),
    ownKeyId: network.keyId,
    ownPrivateKey: createPrivateKey({ key: der(network.privateKey), format: 'der', type: 'pkcs8' }),
  };
}

/** The API key of each of the bank's apps. */
export type AppKeys = Readonly<Record<ChannelAccountType, string>>;

export const readAppKeys = (dataDir: string): AppKeys => readJson(dataDir, 'channel-keys.json') as AppKeys;

function readJson(dataDir: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
  } catch (error) {
    throw new Error(`${join(dataDir, name)} cannot be read: start the bank with npm start first.`, {
      cause: error,
    });
  }
}
