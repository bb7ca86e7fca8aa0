const storageKey = 'tonle.reloaded-at';
const onceInMs = 20_000;

/**
 * After an upgrade the old page's chunks are gone from the server: one reload brings the new ones. A second failure
 * within seconds is shown as a fault instead of reloading for ever.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < onceInMs || !navigator.onLine) return;
    event.preventDefault();
    sessionStorage.setItem(storageKey, String(Date.now()));
    window.location.reload();
  });
}

/** A part of the portal that was not loaded before the connection went. */
export class PartMissing extends Error {}

/**
 * Loads a part of the portal. The router would answer a failure by loading the whole page anew, and without a connection
 * that puts the browser's own page of faults in the portal's place.
 */
export const loadPart =
  <Part>(load: () => Promise<Part>) =>
  (): Promise<Part> =>
    load().catch((error: unknown) => {
      throw navigator.onLine ? error : new PartMissing();
    });
