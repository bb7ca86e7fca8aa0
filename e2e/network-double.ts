import { createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  type AnswerToBank,
  type DepositMessage,
  networkHeaders,
  networkPaths,
  signedBytes,
} from '@tonle/contract/network';
import { type Bank, expect } from './fixtures.ts';

const bankCode = 'CHKTKHPPXXX';
const mainAccount = 'chktkhppxxx@chkt';

type Key = { keyId: string; privateKey: string };

/** Signs in the network's name, with the key that the demo made for it. */
function signedHeaders(key: Key, what: string, messageId: string, body: string): Record<string, string> {
  const head = { what, recipient: bankCode, messageId, time: new Date().toISOString(), keyId: key.keyId };
  const privateKey = createPrivateKey({
    key: Buffer.from(key.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  expect(createPublicKey(privateKey).asymmetricKeyType).toBe('ed25519');
  return {
    'content-type': 'application/json',
    [networkHeaders.messageId]: messageId,
    [networkHeaders.time]: head.time,
    [networkHeaders.keyId]: head.keyId,
    [networkHeaders.signature]: sign(null, signedBytes(head, Buffer.from(body)), privateKey).toString(
      'base64',
    ),
  };
}

const keyOf = (bank: Bank): Key =>
  (JSON.parse(readFileSync(join(bank.dataDir, 'network-keys.json'), 'utf8')) as { network: Key }).network;

/** The national network, as far as a browser test needs it. */
export class NetworkDouble {
  readonly #server: Server;
  readonly #bank: Bank;
  readonly #port: number;
  answer: AnswerToBank = { outcome: 'ACCEPTED' };
  account: object | null = null;

  constructor(bank: Bank, port: number) {
    this.#bank = bank;
    this.#port = port;
    this.#server = createServer((request, response) => void this.#reply(request, response));
  }

  start = () => new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  stop = () =>
    new Promise<void>((resolve) => {
      this.#server.closeAllConnections();
      this.#server.close(() => resolve());
    });

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    await new Promise((resolve) => request.on('end', resolve));
    const answers: Record<string, object> = {
      [networkPaths.messages]: this.answer,
      [networkPaths.accountInquiry]: { account: this.account },
      [networkPaths.participants]: { participants: [] },
      [networkPaths.transferStatus]: { known: true, statuses: [] },
    };
    const body = JSON.stringify(answers[request.url ?? '']);
    const messageId = String(request.headers[networkHeaders.messageId]);
    response.writeHead(200, signedHeaders(keyOf(this.#bank), '200', messageId, body)).end(body);
  }

  async deposit(amount: string): Promise<{ fiTransactionId: string }> {
    const message: DepositMessage = {
      type: 'DEPOSIT',
      depositId: `E2E${randomUUID().replaceAll('-', '').slice(0, 20)}`,
      sourceBank: 'MEKGKHPPXXX',
      sourceAccountId: 'sokha_lim@mekg',
      sourceName: 'Sokha Lim',
      sourceWalletType: 'MOBILE',
      destinationAccountId: mainAccount,
      assetId: 'usd#nbc',
      amount,
    };
    const body = JSON.stringify(message);
    const what = `POST ${networkPaths.messages}`;
    const response = await fetch(`${this.#bank.url}${networkPaths.messages}`, {
      method: 'POST',
      headers: signedHeaders(keyOf(this.#bank), what, `e2e-${randomUUID()}`, body),
      body,
    });
    const answer = (await response.json()) as { outcome: string; fiTransactionId: string };
    expect(answer.outcome).toBe('ACCEPTED');
    return answer;
  }
}
