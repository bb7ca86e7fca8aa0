import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

/** What the worker is asked: a new hash, or whether a password matches one. */
export type HashingTask =
  | { readonly id: number; readonly password: string; readonly options: Options }
  | { readonly id: number; readonly password: string; readonly hashed: string };

export type HashingResult = { readonly id: number } & (
  | { readonly value: string | boolean }
  | { readonly failure: string }
);

/** On Linux a priority is a thread's own: everybody else's request goes before a hash. */
const NICENESS = 5;
try {
  setPriority(0, NICENESS);
} catch {
  // Where it may not be set the bounded number of workers has to do.
}

parentPort?.on('message', (task: HashingTask) => {
  let result: HashingResult;
  try {
    const value =
      'hashed' in task ? verifySync(task.hashed, task.password) : hashSync(task.password, task.options);
    result = { id: task.id, value };
  } catch (error) {
    result = { id: task.id, failure: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(result);
});
