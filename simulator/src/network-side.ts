import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { AccountInquiry, MessageToNetwork, networkPaths, TransferInquiry } from '@tonle/contract/network';
import { answerInquiry, participants } from './banks.ts';
import type { Clearing } from './clearing.ts';
import type { KeyChanges } from './key-changes.ts';
import type { NetworkKeys } from './keys.ts';
import type { NewPhone } from './new-phone.ts';
import { answerPhone, phonePath } from './phone-page.ts';
import type { Phones, TextMessage } from './phones.ts';
import { headersFor, messageIdOf } from './signatures.ts';

const BODY_LENGTH_MAX = 64 * 1024;

export interface NetworkSideOptions {
  readonly port: number;
  readonly keys: NetworkKeys;
  readonly clearing: Clearing;
  readonly phones: Phones;
  readonly keyChanges: KeyChanges;
  /** Shown as a page beside the network; the customers' side lives in this process too. */
  readonly phone: NewPhone;
}

/** Where the bank's text messages are handed in. */
const SMS_PATH = '/sms';

export interface NetworkSide {
  readonly port: number;
  close(): Promise<void>;
}

/** The national network as the bank sees it: one server that takes its messages and answers its questions, all signed. */
export async function openNetworkSide(options: NetworkSideOptions): Promise<NetworkSide> {
  const { port } = options;
  const server = createServer((request, response) => {
    const work =
      request.url === SMS_PATH
        ? takeText(request, response, options.phones)
        : answer(request, response, options);
    work.catch(() => response.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The phones take everything, as phones do. */
async function takeText(request: IncomingMessage, response: ServerResponse, phones: Phones): Promise<void> {
  const bytes = await readBody(request);
  if (bytes === undefined) return refuse(response, 413, 'TOO_LARGE', 'the message is too large');
  phones.take(JSON.parse(bytes.toString()) as TextMessage);
  response.writeHead(202).end();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: NetworkSideOptions,
): Promise<void> {
  const { keys } = options;
  const bytes = await readBody(request);
  const path = request.url ?? '';
  if (bytes === undefined) return refuse(response, 413, 'TOO_LARGE', 'the message is too large');
  if (path.split('?')[0] === phonePath) return answerPhone(request, bytes, response, options.phone);
  const messageId = messageIdOf(keys, `${request.method} ${path}`, request.headers, bytes);
  if (messageId === undefined) return refuse(response, 401, 'SIGNATURE_INVALID', 'not signed by the bank');
  const question = questions[path];
  if (question === undefined) return refuse(response, 404, 'NOT_FOUND', 'there is no such question');
  let given: unknown;
  try {
    given = question(JSON.parse(bytes.toString()), messageId, options);
  } catch {
    return refuse(response, 400, 'INVALID', 'the message is not as agreed');
  }
  if (given === undefined) {
    request.socket.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify(given));
  response.writeHead(200, {
    'content-type': 'application/json',
    ...headersFor(keys, '200', messageId, body),
  });
  response.end(body);
}

type Question = (body: unknown, messageId: string, options: NetworkSideOptions) => unknown;

const questions: Readonly<Record<string, Question>> = {
  [networkPaths.messages]: (body, messageId, { clearing, keyChanges }) => {
    const message = MessageToNetwork.parse(body);
    switch (message.type) {
      case 'TRANSFER':
        return clearing.take(message);
      case 'DECISION':
        return clearing.decide(messageId, message);
      case 'KEY_CHANGE':
        return keyChanges.take(message);
      case 'KEY_CHANGE_REVOKED':
        return keyChanges.revoke(message);
    }
  },
  [networkPaths.transferStatus]: (body, _, { clearing }) =>
    clearing.inquire(TransferInquiry.parse(body).transferId),
  [networkPaths.accountInquiry]: (body) => ({ account: answerInquiry(AccountInquiry.parse(body)) ?? null }),
  [networkPaths.participants]: () => ({ participants }),
};

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_LENGTH_MAX) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function refuse(response: ServerResponse, status: number, error: string, reason: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error, reason }));
}
