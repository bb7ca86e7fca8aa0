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
