import { ApiError } from '../api/api-error.ts';
import { showError } from './messages.ts';

/** Opens what lies over a page once its code is there: it takes no page away where that cannot be fetched. */
export const openLoaded =
  <Part>(load: () => Promise<Part>, open: (part: Part) => void) =>
  (): void =>
    void load().then(open, () =>
      showError(new ApiError({ kind: navigator.onLine ? 'unreachable' : 'offline' })),
    );
