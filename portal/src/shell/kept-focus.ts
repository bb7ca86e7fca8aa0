import { useEffect } from 'react';

const takesFocus =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * What has the focus may be taken away or disabled: a row that was decided on, Next on the last page. The focus then goes
 * to what is left nearest to it, else to the page's heading, and not to the top of everything (WCAG 2.4.3).
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What had the focus last, and what it stood in, from the inside out. */
    let around: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      around = [];
      for (let it = target as Element | null; it && it !== document.body; it = it.parentElement)
        around.push(it);
    };
    const keep = () => {
      const [last, ...others] = around;
      const { activeElement: active } = document;
      if (!last || (active !== document.body && active !== last)) return;
      // What was disabled is still the active element in the same frame.
      if (last.isConnected && !last.matches(':disabled')) return;
      around = [];
      const left = others.find((it) => it.isConnected && it.querySelector(takesFocus) !== null);
      const next = left?.closest('main, dialog') ? left.querySelector<HTMLElement>(takesFocus) : undefined;
      (next ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    };
    // A frame later whoever takes something away has put the focus where they want it.
    const watcher = new MutationObserver(() => requestAnimationFrame(keep));
    watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
