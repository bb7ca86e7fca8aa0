import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@tonle/contract/refusal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, refusalOf, retryAfterSeconds, statusOf } from './refusals.ts';

/** Answers whatever was thrown: a refusal in its shape, a defect as 500 without a word of what it was. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  const status = statusOf[refusal.refusalName];
  if (refusal.refusalName === 'INTERNAL') request.log.error({ err: error }, 'a defect');
  else if (status === 503) request.log.warn({ err: error }, 'not available');
  const retryAfter = retryAfterSeconds(refusal);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(refusal, request.id)));
}

/** Whether an address could not be read: a path that cannot be decoded, a part that is too long. */
export function isUnread(error: unknown): boolean {
  const status = statusOf[refusalOf(error).refusalName];
  return status === 400 || status === 404;
}

/** What Node's HTTP parser refuses: there is no request yet, only a socket. */
export function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify(bodyOf(new Refusal('INVALID_REQUEST'), 'none'));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
