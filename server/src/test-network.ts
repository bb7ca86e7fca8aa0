import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AccountInquiry,
  type AnswerToBank,
  type AnswerToNetwork,
  type InquiredAccount,
  type MessageToBank,
  MessageToNetwork,
  networkHeaders,
  networkName,
  networkPaths,
  type Participant,
  signedBytes,
  type TransferInquiryAnswer,
} from '@tonle/contract/network';

type Answer = { status: number; body: unknown };

/** A message that the network got, as often as it came. */
export type Taken = { messageId: string; message: MessageToNetwork; times: number };

export interface TestNetwork extends AsyncDisposable {
  readonly url: string;
  /** What the bank needs to know of it: NETWORK_*. */
  readonly environment: Readonly<Record<string, string>>;
  /** By message id, in the order of their first arrival. */
  readonly taken: ReadonlyMap<string, Taken>;
  readonly inquiries: string[];
  accounts: InquiredAccount[];
  participants: Participant[];
  /** What is answered to a message; nothing closes the connection without a word. */
  onMessage: (taken: Taken) => AnswerToBank | Answer | undefined | Promise<AnswerToBank | Answer | undefined>;
  onInquiry: (transferId: string) => TransferInquiryAnswer;
  /** Changes an answer's bytes after it was signed. */
  tamper: ((bytes: Buffer) => Buffer) | undefined;
  isSilent: boolean;
  /** Sends to a bank; whatever is given instead of a head's own part is signed like that. */
  send(bankUrl: string, messageId: string, message: MessageToBank, as?: SendAs): Promise<Sent>;
  post(url: string, path: string, messageId: string, body: string, as?: SendAs): Promise<Sent>;
  close(): Promise<void>;
}

export type SendAs = {
  time?: Date;
  keyId?: string;
  key?: KeyObject;
  recipient?: string;
  what?: string;
  /** What travels in place of what was signed. */
  sentBody?: string;
  headers?: Record<string, string>;
};
export type Sent = {
  status: number;
  body: AnswerToNetwork & { status?: { error: string } };
  isSigned: boolean;
};

export const testBankCode = 'CHKTKHPPXXX';
const keyId = 'network-test';

const derOf = {
  private: (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  public: (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64'),
};

/** The other side in a test: one HTTP server with a key, which does as it is told. */
export async function startTestNetwork(port = 0): Promise<TestNetwork> {
  const bank = generateKeyPairSync('ed25519');
  const own = generateKeyPairSync('ed25519');
  const taken = new Map<string, Taken>();
  const inquiries: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const network: TestNetwork = {
    url,
    environment: {
      NETWORK_URL: url,
      NETWORK_KEY_ID: 'bank-test',
      NETWORK_PRIVATE_KEY: derOf.private(bank.privateKey),
      NETWORK_PUBLIC_KEYS: `${keyId}:${derOf.public(own.publicKey)}`,
      NETWORK_TIMEOUT: '1',
    },
    taken,
    inquiries,
    accounts: [],
    participants: [],
    onMessage: () => ({ outcome: 'ACCEPTED' }),
    onInquiry: () => ({ known: true, statuses: [] }),
    tamper: undefined,
    isSilent: false,
    send: (bankUrl, messageId, message, as) =>
      network.post(bankUrl, networkPaths.messages, messageId, JSON.stringify(message), as),
    post: (bankUrl, path, messageId, body, as = {}) => post(`${bankUrl}${path}`, path, messageId, body, as),
    close: () => closeServer(server),
    [Symbol.asyncDispose]: () => closeServer(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (network.isSilent) {
      request.socket.destroy();
      return;
    }
    const bytes = Buffer.concat(parts);
    const messageId = String(request.headers[networkHeaders.messageId]);
    const head = {
      what: `POST ${request.url}`,
      recipient: networkName,
      messageId,
      time: String(request.headers[networkHeaders.time]),
      keyId: String(request.headers[networkHeaders.keyId]),
    };
    const signature = Buffer.from(String(request.headers[networkHeaders.signature]), 'base64');
    const isGood = verify(null, signedBytes(head, bytes), bank.publicKey, signature);
    const given = isGood
      ? await answerTo(request.url ?? '', messageId, JSON.parse(bytes.toString()))
      : { status: 401, body: { error: 'SIGNATURE', reason: 'not the bank’s' } };
    if (given === undefined) {
      request.socket.destroy();
      return;
    }
    reply(response, messageId, 'status' in given ? given : { status: 200, body: given });
  }

  async function answerTo(path: string, messageId: string, body: unknown) {
    switch (path) {
      case networkPaths.messages: {
        const before = taken.get(messageId);
        const it = before ?? { messageId, message: MessageToNetwork.parse(body), times: 0 };
        it.times += 1;
        taken.set(messageId, it);
        return network.onMessage(it) as Promise<AnswerToBank | Answer | undefined>;
      }
      case networkPaths.accountInquiry: {
        const { value } = body as AccountInquiry;
        return { account: network.accounts.find((it) => it.accountId === value) ?? null };
      }
      case networkPaths.participants:
        return { participants: network.participants };
      default: {
        const { transferId } = body as { transferId: string };
        inquiries.push(transferId);
        return network.onInquiry(transferId);
      }
    }
  }

  function reply(response: ServerResponse, messageId: string, { status, body }: Answer): void {
    const bytes = Buffer.from(JSON.stringify(body));
    const time = new Date().toISOString();
    const head = { what: String(status), recipient: testBankCode, messageId, time, keyId };
    response.writeHead(status, {
      'content-type': 'application/json',
      [networkHeaders.messageId]: messageId,
      [networkHeaders.time]: time,
      [networkHeaders.keyId]: keyId,
      [networkHeaders.signature]: sign(null, signedBytes(head, bytes), own.privateKey).toString('base64'),
    });
    response.end(network.tamper?.(bytes) ?? bytes);
  }

  async function post(to: string, path: string, messageId: string, body: string, as: SendAs): Promise<Sent> {
    const head = {
      what: as.what ?? `POST ${path}`,
      recipient: as.recipient ?? testBankCode,
      messageId,
      time: (as.time ?? new Date()).toISOString(),
      keyId: as.keyId ?? keyId,
    };
    const signature = sign(null, signedBytes(head, Buffer.from(body)), as.key ?? own.privateKey);
    const response = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [networkHeaders.messageId]: messageId,
        [networkHeaders.time]: head.time,
        [networkHeaders.keyId]: head.keyId,
        [networkHeaders.signature]: signature.toString('base64'),
        ...as.headers,
      },
      body: as.sentBody ?? body,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      body: JSON.parse(bytes.toString()),
      isSigned: isSignedByBank(response, bytes, messageId, bank.publicKey),
    };
  }
  return network;
}

function isSignedByBank(response: Response, bytes: Buffer, messageId: string, key: KeyObject): boolean {
  const header = (name: string) => response.headers.get(name) ?? '';
  const head = {
    what: String(response.status),
    recipient: networkName,
    messageId,
    time: header(networkHeaders.time),
    keyId: header(networkHeaders.keyId),
  };
  const signature = Buffer.from(header(networkHeaders.signature), 'base64');
  return signature.length === 64 && verify(null, signedBytes(head, bytes), key, signature);
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
