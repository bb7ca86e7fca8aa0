import { type Book, type BookTransaction, commandKeyOf, type Loaded, openBook } from './book.ts';
import type { Command, PostedTransfer, RefusalReason, Result } from './command.ts';
import { hexOf } from './hex.ts';
import { whyRefused } from './judge.ts';
import { post } from './post.ts';

/** What became of a batch: an answer for each command, in order, and the book with all that is to be written. */
export type Decision = { results: Result[]; book: Book };

/**
 * Judges the commands in order, each on its own, as if they had come one after the other. Pure: the clock is the loaded
 * state's, identifiers are the callers'.
 */
export function decide(loaded: Loaded, commands: readonly Command[]): Decision {
  const book = openBook(loaded);
  return { results: commands.map((command) => decideOne(book, command)), book };
}

function decideOne(book: Book, command: Command): Result {
  const known = command.key && book.commands.get(commandKeyOf(command.key.principal, command.key.key));
  if (known && command.key) {
    const same = known.requestHash === hexOf(command.key.requestHash);
    return same ? { ...known.posted, replayed: true } : refused({ name: 'KEY_REUSED', key: command.key.key });
  }
  const createdMs = Math.max(command.created?.getTime() ?? book.nowMs, book.lastCreatedMs);
  const reason = whyRefused(book, command, createdMs);
  if (reason) return refused(reason);
  return accept(book, command, createdMs);
}

const refused = (reason: RefusalReason): Result => ({ outcome: 'refused', reason });

function accept(book: Book, command: Command, createdMs: number): Result {
  const firstSeq = book.nextSeq;
  const posted = post(book, command, createdMs);
  if (command.deadline) {
    book.earliestDeadlineMs = Math.min(
      command.deadline.getTime(),
      book.earliestDeadlineMs ?? Number.POSITIVE_INFINITY,
    );
  }
  const result = {
    outcome: 'posted' as const,
    replayed: false,
    firstSeq,
    lastSeq: book.nextSeq - 1n,
    created: new Date(createdMs),
    transfers: posted.map((transaction, index) => postedTransfer(transaction, command, index, createdMs)),
  };
  if (command.key) {
    const { principal, key, requestHash } = command.key;
    book.commands.set(commandKeyOf(principal, key), {
      requestHash: hexOf(requestHash),
      posted: result,
    });
  }
  return result;
}

/** The first answer: the standing it was posted with, whatever an event of the same command made of it. */
function postedTransfer(
  { seq, hash }: BookTransaction,
  command: Command,
  index: number,
  createdMs: number,
): PostedTransfer {
  const draft = command.transfers?.[index]?.draft;
  if (!draft) throw new Error('a posted transfer has no draft');
  return {
    seq,
    transactionHash: hash,
    fiTransactionId: draft.fiTransactionId,
    status: draft.standing.status,
    businessStatus: draft.standing.businessStatus,
    created: new Date(createdMs),
  };
}
