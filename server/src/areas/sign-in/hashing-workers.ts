import { Worker } from 'node:worker_threads';
import type { HashingResult, HashingTask } from './password-worker.ts';

type Task = HashingTask extends infer T ? (T extends { id: number } ? Omit<T, 'id'> : never) : never;
interface Waiting {
  readonly done: (value: string | boolean) => void;
  readonly failed: (error: Error) => void;
}

/** A thread that hashes below everybody else's priority. It keeps no process alive, and is started again if it dies. */
class HashingThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  get load(): number {
    return this.#waiting.size;
  }

  ask(task: Task): Promise<string | boolean> {
    const worker = this.#worker ?? this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    worker.ref();
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      worker.postMessage({ ...task, id });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url));
    worker.on('message', (result: HashingResult) => {
      const waiting = this.#waiting.get(result.id);
      this.#waiting.delete(result.id);
      if (this.#waiting.size === 0) worker.unref();
      if ('failure' in result) waiting?.failed(new Error(result.failure));
      else waiting?.done(result.value);
    });
    const die = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      const all = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { failed } of all) failed(error);
    };
    worker.on('error', die);
    worker.on('exit', (code) => die(new Error(`the hashing thread ended with ${code}`)));
    this.#worker = worker;
    return worker;
  }
}

/** As many threads as may hash at once, for the whole process. */
export class HashingThreads {
  readonly #threads: readonly HashingThread[];

  constructor(count: number) {
    this.#threads = Array.from({ length: count }, () => new HashingThread());
  }

  ask(task: Task): Promise<string | boolean> {
    const idlest = this.#threads.reduce((best, it) => (it.load < best.load ? it : best));
    return idlest.ask(task);
  }
}
