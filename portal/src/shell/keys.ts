import { useEffect } from 'react';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
/** How the palette's keys are written on this machine. */
export const paletteKeys = isApple ? '⌘K' : 'Ctrl K';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'));

type Keys = { onPalette: () => void; onHelp: () => void };

/** The shell's keys: ⌘K or Ctrl K for the palette, `/` for the page's search, `?` for the list of keys. */
export function useShellKeys({ onPalette, onHelp }: Keys): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        // A question that is open is answered first.
        if (!document.querySelector('dialog[open]')) onPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open], [role="dialog"]')) return;
      if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('[data-page-search]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
      if (event.key === '?') {
        event.preventDefault();
        onHelp();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onPalette, onHelp]);
}
