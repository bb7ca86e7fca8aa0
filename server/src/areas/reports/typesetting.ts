import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { BankMark } from './bank-mark.ts';
import type { StatementTexts } from './statement-texts.ts';
import type { Typesetting } from './typesetting-process.ts';

/** What statement.typ sets out. Every value is text that stands as it is. */
export type StatementData = {
  language: 'en' | 'km';
  bankName: string;
  accountId: string;
  period: string;
  made: string;
  mark: BankMark;
  texts: StatementTexts;
  holder: [label: string, value: string][];
  sections: {
    title: string;
    summary: [label: string, value: string][];
    head: string[];
    rows: { time: string; what: string; detail: string; out: string; in_: string; balance: string }[];
  }[];
};

const PROGRAM = join(import.meta.dirname, 'typesetting-process.ts');
const COMPLAINT_LENGTH_MAX = 2_000;
/** The longest statement there can be takes a fraction of this; whatever takes longer never ends. */
const TYPESETTING_MS_MAX = 300_000;

/**
 * Sets out a statement, in a process of its own, which ends with it: a long one takes a core for seconds and hundreds of
 * megabytes, and whatever the typesetter does, the server lives. Fails where it takes longer than `msMax`.
 */
export async function typeset(
  { mark: { content, ...mark }, ...said }: StatementData,
  signal: AbortSignal,
  msMax = TYPESETTING_MS_MAX,
): Promise<Uint8Array> {
  const task: Typesetting = {
    data: JSON.stringify({ ...said, mark }),
    mark: Buffer.from(content).toString('base64'),
    markEnding: mark.ending,
  };
  // It knows nothing of the environment, and so none of its secrets.
  const child = spawn(process.execPath, [PROGRAM], {
    env: {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(msMax)]),
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', done);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(task));
  const [pdf, complaint, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code !== 0)
    throw new Error(`the typesetter ended with ${code}: ${complaint.slice(0, COMPLAINT_LENGTH_MAX)}`);
  return pdf;
}
