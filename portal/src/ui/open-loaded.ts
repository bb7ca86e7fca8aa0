import { ApiError } from '../api/api-error.ts';
import { isServerThere, loadPart } from './load-part.ts';
import { showError } from './messages.ts';

/** By what loads it: what is there opens at once, so that the next key is for it. */
const there = new Map<unknown, unknown>();

/**
 * Opens what lies over a page once its code is there, unless whoever asked for it has gone or typed on meanwhile. It takes
 * no page away where that cannot be fetched.
 */
export const openLoaded =
  <Part>(load: () => Promise<Part>, open: (part: Part) => void) =>
  (): void => {
    const part = there.get(load) as Part | undefined;
    if (part) {
      open(part);
      return;
    }
    const { activeElement } = document;
    const typed = () => (activeElement as HTMLInputElement | null)?.value;
    const before = typed();
    void loadPart(load)().then(
      (it) => {
        there.set(load, it);
        if (document.activeElement === activeElement && typed() === before) open(it);
      },
      async (error) =>
        showError(
          (await isServerThere())
            ? error
            : new ApiError({ kind: navigator.onLine ? 'unreachable' : 'offline' }),
        ),
    );
  };
