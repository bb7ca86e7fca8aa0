/** What a page tells of itself to `bench/core-figures.ts`. */
export interface Measured {
  /** When the largest paint was, in ms since the navigation began. */
  largestPaint: number;
  /** How far things have shifted without anybody's doing. */
  shift: number;
  /** From an input to the next paint, of each key and click that took 16 ms or more. */
  delays: number[];
  /** The compressed size of all scripts loaded. */
  scriptBytes: number;
  /** When last something larger was painted or something was fetched. */
  lastChange: number;
}

declare global {
  interface Window {
    measured: Measured;
    /** The time from the last click to when the page that `watch` waits for was painted. */
    arrived: Promise<number>;
    watch: (path: string, selector: string) => void;
  }
}

/** Runs in each page before anything else; so it stands on its own. */
export function measureInPage(): void {
  const measured: Measured = { largestPaint: 0, shift: 0, delays: [], scriptBytes: 0, lastChange: 0 };
  window.measured = measured;
  const observe = (type: string, see: (entry: never) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry as never);
    }).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', (entry: PerformanceEntry) => {
    measured.largestPaint = entry.startTime;
    measured.lastChange = performance.now();
  });
  observe('layout-shift', (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
    if (!entry.hadRecentInput) measured.shift += entry.value;
  });
  observe('resource', (entry: PerformanceResourceTiming) => {
    if (/\.js$/.test(entry.name)) measured.scriptBytes += entry.encodedBodySize;
    measured.lastChange = performance.now();
  });
  const seesInput = (entry: PerformanceEntry & { interactionId: number }) => {
    if (entry.interactionId > 0) measured.delays.push(entry.duration);
  };
  observe('event', seesInput, { durationThreshold: 16 });

  let clicked = 0;
  const note = (event: Event) => {
    clicked = event.timeStamp;
    measured.lastChange = performance.now();
  };
  for (const type of ['pointerdown', 'keydown', 'popstate']) window.addEventListener(type, note, true);
  window.watch = (path, selector) => {
    clicked = 0;
    window.arrived = new Promise((done) => {
      const look = () => {
        const stands =
          clicked > 0 &&
          window.location.pathname.startsWith(path) &&
          document.querySelector(selector) !== null;
        // What stands in this frame is painted before the next message is read.
        if (!stands) requestAnimationFrame(look);
        else {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now() - clicked);
          port2.postMessage(undefined);
        }
      };
      requestAnimationFrame(look);
    });
  };
}
