import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, ConfigDraft } from '../config.ts';

interface Secrets {
  sessionSecret: string;
  keyWrapSecret: string;
}

/** Completes the configuration with the demo's own secrets, made once in the data folder. */
export function withDemoSecrets(draft: ConfigDraft): Config {
  const made = readOrMake(join(draft.dataDir, 'demo-secrets.json'), makeSecrets);
  const { bank, network } = readOrMake(join(draft.dataDir, 'network-keys.json'), makeNetworkKeys);
  return {
    ...draft,
    sessionSecret: draft.sessionSecret ?? made.sessionSecret,
    keyWrapSecret: draft.keyWrapSecret ?? made.keyWrapSecret,
    // Where the simulator listens, which stands in for the network.
    networkUrl: draft.networkUrl ?? simulatorUrl(draft.port),
    // The customers' phones are there too.
    smsUrl: draft.smsUrl ?? (draft.networkUrl === undefined ? `${simulatorUrl(draft.port)}/sms` : undefined),
    networkKeys: draft.networkKeys ?? {
      keyId: bank.keyId,
      privateKey: bank.privateKey,
      publicKeys: [{ keyId: network.keyId, publicKey: network.publicKey }],
    },
  };
}

/** Beside the server, whichever port it has. */
export const simulatorUrl = (port: number): string =>
  `http://127.0.0.1:${port + 10 <= 65_535 ? port + 10 : port - 10}`;

const makeSecrets = (): Secrets => ({
  sessionSecret: randomBytes(32).toString('base64url'),
  keyWrapSecret: randomBytes(32).toString('base64url'),
});

/** Both sides' keys: the simulator of the same data folder reads the network's. Base64 of PKCS #8 and SPKI DER. */
interface KeyFile {
  bank: NetworkKey;
  network: NetworkKey;
}
interface NetworkKey {
  keyId: string;
  privateKey: string;
  publicKey: string;
}

const makeNetworkKeys = (): KeyFile => ({ bank: makeKey('bank-1'), network: makeKey('network-1') });

function makeKey(keyId: string): NetworkKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    keyId,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

export function readOrMake<Made>(file: string, make: () => Made): Made {
  const fresh = make();
  try {
    writeFileSync(file, `${JSON.stringify(fresh, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  chmodSync(file, 0o600);
  return JSON.parse(readFileSync(file, 'utf8')) as Made;
}
