import { generateKeyPairSync, sign } from 'node:crypto';
import { channelAccountTypes } from '@tonle/contract/channel';
import { recoveryProof } from '@tonle/contract/key-recovery-app';
import type { AppAnswer, AppClient } from './app-client.ts';

export type Recovered = { ok: true; status: string } | { ok: false; message: string };

/**
 * A customer who has lost their phone, with the app on a new one: it makes a key of its own and answers the bank with it and
 * with the code that the bank's staff read out.
 */
export class NewPhone {
  readonly #client: Pick<AppClient, 'ask'>;

  constructor(client: Pick<AppClient, 'ask'>) {
    this.#client = client;
  }

  async recover(accountId: string, code: string): Promise<Recovered> {
    const { publicKey: key, privateKey } = generateKeyPairSync('ed25519');
    const publicKey = key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
    const signature = sign(null, Buffer.from(recoveryProof(accountId, publicKey)), privateKey);
    const body = { code, publicKey, signature: signature.toString('base64') };
    return readAnswer(await this.#askAsOwner(accountId, body));
  }

  /** Each app knows only accounts of its kind; nobody told the phone which this is. */
  async #askAsOwner(accountId: string, body: object): Promise<AppAnswer | undefined> {
    let answer: AppAnswer | undefined;
    for (const app of channelAccountTypes) {
      answer = await this.#client.ask({
        kind: 'recover key',
        app,
        method: 'POST',
        path: `/channel/v1/accounts/${encodeURIComponent(accountId)}/key-recovery`,
        body,
      });
      if (answer === undefined || answer.status !== 404) return answer;
    }
    return answer;
  }
}

function readAnswer(answer: AppAnswer | undefined): Recovered {
  if (answer === undefined) return { ok: false, message: 'The bank does not answer.' };
  if (answer.status === 200) return { ok: true, status: (answer.body as { status: string }).status };
  const refusal = answer.body as {
    status?: { message?: string };
    fields?: readonly { message: string }[];
  };
  return {
    ok: false,
    message: refusal.fields?.[0]?.message ?? refusal.status?.message ?? `HTTP ${answer.status}`,
  };
}
