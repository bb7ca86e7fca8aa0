import { type TransferRequest, type TransferResult, transfer } from '@tonle/contract/main-account';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { canResolve, crossOut, holding, noteUnresolved, type Unresolved } from './unresolved-transfers.ts';

export type SendResult =
  | { outcome: 'POSTED'; transfer: TransferResult }
  /** The server said no: nothing was sent. */
  | { outcome: 'REFUSED'; error: unknown }
  /** No answer that says what happened. The key stays noted, to be asked about. */
  | { outcome: 'LOST' };

/** Longer than the server's own deadline of 30 seconds, so that its answer comes first. */
const timeoutSeconds = 40;

/** Whether the server may have posted although no answer says so. What is no answer of ours at all counts as that. */
const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.answerLost;

/**
 * Sends a confirmed transfer, once. Its key is written down before anything leaves, and crossed out when the answer is
 * known; nothing here sends again (decisions section 7).
 */
export async function sendTransfer(
  login: string,
  noted: Unresolved,
  body: TransferRequest,
): Promise<SendResult> {
  const { key } = noted;
  noteUnresolved(login, noted);
  // A server that speaks only the specification's calls knows no such header.
  const idempotencyKey = canResolve() ? key : undefined;
  try {
    const answer = await holding(key, () => call(transfer, { body }, { idempotencyKey, timeoutSeconds }));
    crossOut(login, key);
    return { outcome: 'POSTED', transfer: answer.data };
  } catch (error) {
    if (isLost(error)) return { outcome: 'LOST' };
    crossOut(login, key);
    return { outcome: 'REFUSED', error };
  }
}
