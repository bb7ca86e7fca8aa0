import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, ConfigDraft } from '../config.ts';

interface Secrets {
  sessionSecret: string;
  keyWrapSecret: string;
}

/** Completes the configuration with the demo's own secrets, made once in the data folder. */
export function withDemoSecrets(draft: ConfigDraft): Config {
  const made = readOrMake(join(draft.dataDir, 'demo-secrets.json'));
  return {
    ...draft,
    sessionSecret: draft.sessionSecret ?? made.sessionSecret,
    keyWrapSecret: draft.keyWrapSecret ?? made.keyWrapSecret,
  };
}

function readOrMake(file: string): Secrets {
  const fresh: Secrets = {
    sessionSecret: randomBytes(32).toString('base64url'),
    keyWrapSecret: randomBytes(32).toString('base64url'),
  };
  try {
    writeFileSync(file, `${JSON.stringify(fresh, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  chmodSync(file, 0o600);
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}
