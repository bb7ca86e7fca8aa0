const storageKey = 'tonle.reloaded-at';
const onceInMs = 20_000;
let isReloading = false;

/** Whether the server answers: without it a reload puts the browser's own page of faults in the portal's place. */
export const isServerThere = async (): Promise<boolean> =>
  navigator.onLine &&
  (await fetch('/config.json', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  ));

/**
 * After an upgrade the old page's chunks are gone from the server: one reload brings the new ones. A second failure
 * within seconds is answered false, to be shown as a fault instead of reloading for ever.
 */
export function reloadOnce(): boolean {
  if (isReloading) return true;
  const last = Number(sessionStorage.getItem(storageKey) ?? 0);
  if (Date.now() - last < onceInMs) return false;
  isReloading = true;
  sessionStorage.setItem(storageKey, String(Date.now()));
  window.location.reload();
  return true;
}

/** Failures of which somebody else says what is to be said (`PageCrash`, `openLoaded`). */
const said = new WeakSet<object>();

/** For what a press fetches otherwise: `loadPart` and `fetchAhead` leave the page as it is. */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // By then whoever asked for it has heard of the failure.
    window.setTimeout(() => {
      if (said.has(payload) || !navigator.userActivation.isActive) return;
      void isServerThere().then((isThere) => isThere && reloadOnce());
    });
  });
}

/** A part of the portal that could not be fetched. */
export class PartMissing extends Error {}

/** Whether what was thrown is that: parts that no page waits for are imported as they are. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof PartMissing ||
  (error instanceof TypeError && /import|module|chunk/i.test(error.message)) ||
  (error instanceof Error && error.message.startsWith('Unable to preload CSS'));

/**
 * Loads what a page is made of, or what lies over it. The router would answer a failure by loading everything anew,
 * whether the server is there or not.
 */
export const loadPart =
  <Part>(load: () => Promise<Part>) =>
  (): Promise<Part> =>
    load().catch((error: unknown) => {
      if (!isPartMissing(error)) throw error;
      said.add(error as Error);
      throw new PartMissing(String(error), { cause: error });
    });

/** Fetches ahead: whoever needs it later says what became of that (Chromium asks only once for a part). */
export const fetchAhead = (load: () => Promise<unknown>) => () =>
  void loadPart(load)().catch(() => undefined);
