import { useEffect } from 'react';

const takesFocus =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** The buttons of what could not be loaded. */
const tryAgain = '[data-try-again]';
const tryAgainsIn = (place: Element): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(tryAgain)];

/**
 * What has the focus may be taken away or disabled: a row that was decided on, Next on the last page. The focus then goes
 * to what is left nearest to it, else to the page's heading, and not to the top of everything (WCAG 2.4.3). A button that
 * only waits for an answer gets it back; so does "Try again", which goes while it asks and comes anew where that failed.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What had the focus last, and what it stood in, from the inside out. */
    let around: Element[] = [];
    /** The button that lost the focus while its act runs. */
    let waiting: Element | undefined;
    /** Where the "Try again" stood that lost the focus by asking, and those of other things there. */
    let asked: { place: Element; others: Element[] } | undefined;
    const forget = () => {
      around = [];
      waiting = undefined;
      asked = undefined;
    };
    const remember = ({ target }: FocusEvent) => {
      forget();
      for (let it = target as Element | null; it && it !== document.body; it = it.parentElement)
        around.push(it);
    };
    /** A click beside everything takes the focus away on purpose. */
    const leave = ({ target }: PointerEvent) => {
      if (!around[0]?.contains(target as Node)) forget();
    };
    const keep = () => {
      const again = asked && tryAgainsIn(asked.place).find((it) => !asked?.others.includes(it));
      if (again) return again.focus();
      const [last, ...others] = around;
      const { activeElement: active } = document;
      if (!last || (active !== document.body && active !== last)) return;
      if (last.isConnected) {
        if (last.matches('[data-loading]')) return;
        // What was disabled is still the active element in the same frame.
        if (!last.matches(':disabled')) {
          if (waiting === last && active !== last) (last as HTMLElement).focus({ preventScroll: true });
          return;
        }
      }
      const place = last.matches(tryAgain) && others.find((it) => it.isConnected);
      const asking = place ? { place, others: tryAgainsIn(place) } : asked;
      forget();
      const left = others.find((it) => it.isConnected && it.querySelector(takesFocus) !== null);
      const next = left?.closest('main, dialog') ? left.querySelector<HTMLElement>(takesFocus) : undefined;
      if (next) next.focus();
      else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      asked = asking;
    };
    const watcher = new MutationObserver(() => {
      if (around[0]?.matches('[data-loading]')) waiting = around[0];
      // A frame later whoever takes something away has put the focus where they want it.
      requestAnimationFrame(keep);
    });
    watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', leave);
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', leave);
    };
  }, []);
}
