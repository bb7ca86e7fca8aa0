import type { Endpoint } from '@tonle/contract/endpoint';
import { useEffect, useState } from 'react';
import { useLive } from './live.ts';

/** Looks again soon after it is asked to: never twice at once, and no more often than every so often. */
export class Look {
  /** What fails is made up for by the next notice. */
  work: () => Promise<void> = async () => undefined;
  readonly #everyMs: number;
  #timer: number | undefined;
  #last = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isStopped = false;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Work that ends after the page has gone may ask too: nobody looks any more. */
  soon(): void {
    if (this.#isStopped) return;
    window.clearTimeout(this.#timer);
    const ms = Math.max(0, this.#last + this.#everyMs - performance.now());
    this.#timer = window.setTimeout(() => void this.#run(), ms);
  }

  start(): void {
    this.#isStopped = false;
  }

  stop(): void {
    this.#isStopped = true;
    window.clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#last = performance.now();
    if (this.#isRunning) return this.soon();
    this.#isRunning = true;
    await this.work().catch(() => undefined);
    this.#isRunning = false;
  }
}

/**
 * Runs `work` where the event stream says that requests of an endpoint's area have changed, and after every gap in which
 * nothing was heard.
 */
export function useLook(
  { area }: Pick<Endpoint, 'area'>,
  everyMs: number,
  work: (look: Look) => Promise<void>,
) {
  const [look] = useState(() => new Look(everyMs));
  useEffect(() => {
    look.work = () => work(look);
  });
  useEffect(() => {
    look.start();
    return () => look.stop();
  }, [look]);
  useLive((event) => {
    const isAbout = event.type === 'requests' && (event.areas as readonly string[]).includes(area);
    if (isAbout || event.type === 'ready' || event.type === 'reload') look.soon();
  });
}
