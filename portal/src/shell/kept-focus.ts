const takesFocus =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** The buttons of what could not be loaded. */
const tryAgain = '[data-try-again]';
const tryAgainsIn = (place: Element): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(tryAgain)];

/**
 * What has the focus may be taken away or disabled: a row that was decided on, Next on the last page. The focus then goes
 * to what is left nearest to it, else to the page's heading, and not to the top of everything (WCAG 2.4.3). What only
 * waits for an answer gets it back; so does "Try again", which goes while it asks and comes anew where that failed.
 * Returns the way to stop.
 */
export function keepFocus(): () => void {
  /** What had the focus last, and what it stood in, from the inside out; around a dialog, what it was opened from. */
  let around: Element[] = [];
  /** The page it was on: whoever leaves it is put at the next one's heading (router.tsx). */
  let page = '';
  /** Where the "Try again" stood that lost the focus by asking, and those of other things there. */
  let asked: { place: Element; others: Element[] } | undefined;
  const forget = () => {
    around = [];
    asked = undefined;
  };
  const remember = (target: EventTarget | null) => {
    const before = around;
    forget();
    page = window.location.pathname;
    for (let it = target as Element | null; it && it !== document.body; it = it.parentElement)
      around.push(it);
    const outermost = around.at(-1);
    if (outermost?.matches('dialog')) around.push(...before.slice(before.indexOf(outermost) + 1));
  };
  /** A click beside everything takes the focus away on purpose; beside a dialog there is nothing to click. */
  const leave = ({ target }: PointerEvent) => {
    if (!around[0]?.contains(target as Node) && !(target as Element).closest('dialog')) forget();
  };
  const keep = () => {
    const again = asked && tryAgainsIn(asked.place).find((it) => !asked?.others.includes(it));
    if (again) return again.focus();
    const [last, ...others] = around;
    const { activeElement: active } = document;
    if (!last || (active !== document.body && active !== last) || window.location.pathname !== page) return;
    if (last.isConnected) {
      if (last.matches('[data-loading]')) return;
      // What was disabled is still the active element in the same frame.
      if (!last.matches(':disabled')) {
        // It waited for its answer, or was hidden while a part of its page came. A phone's keyboard is put away on purpose.
        if (active !== last && !last.matches('input, textarea, select, [contenteditable]'))
          (last as HTMLElement).focus({ preventScroll: true });
        return;
      }
    }
    const place = last.matches(tryAgain) && others.find((it) => it.isConnected);
    const asking = place ? { place, others: tryAgainsIn(place) } : asked;
    // A dialog is left by nothing but its end: where all is disabled in it, it has the focus itself.
    const left = others.find(
      (it) => it.isConnected && (it.matches('dialog') || it.querySelector(takesFocus) !== null),
    );
    const near = left?.closest('main, dialog') && (left.querySelector<HTMLElement>(takesFocus) ?? left);
    const heading = document.querySelector<HTMLElement>('main h1');
    // A page that is still coming has its heading later.
    if (!near && !heading) return;
    // What a dialog was opened from is known for as long as it is open.
    around = others;
    if (near && !last.matches('h1')) (near as HTMLElement).focus();
    else heading?.focus({ preventScroll: true });
    asked = asking;
  };
  // A frame later whoever takes something away has put the focus where they want it.
  const watcher = new MutationObserver(() => requestAnimationFrame(keep));
  watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  const focused = ({ target }: FocusEvent) => remember(target);
  remember(document.activeElement);
  document.addEventListener('focusin', focused);
  document.addEventListener('pointerdown', leave);
  return () => {
    watcher.disconnect();
    document.removeEventListener('focusin', focused);
    document.removeEventListener('pointerdown', leave);
  };
}
