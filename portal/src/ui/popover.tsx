import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keepPlaced, type Placement } from './place.ts';
import styles from './popover.module.css';

type PopoverProps = {
  /** The button that opens it; it carries `aria-expanded` and, with `id`, `aria-controls`. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  id?: string;
  /** Names it for screen readers. */
  label: string;
  /** False where Tab leaves, as in a menu. */
  keepFocus?: boolean;
  placement?: Placement;
  className?: string;
  children: ReactNode;
};

/**
 * A box beside its button, mounted while it is open. It stands in the browser's top layer and closes by Escape and by
 * a click elsewhere; the focus goes to `data-autofocus` or its first control, and back to the button.
 */
export function Popover({
  anchor,
  onClose,
  id,
  label,
  keepFocus = true,
  placement = 'bottom-start',
  className,
  children,
}: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const element = box.current;
    const button = anchor.current;
    if (!element || !button) return undefined;
    element.showPopover();
    const stop = keepPlaced(element, button, placement);
    focusFirst(element);
    const outside = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!element.contains(target) && !button.contains(target)) close.current();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      stop();
      if (element.contains(document.activeElement) || document.activeElement === document.body)
        button.focus();
    };
  }, [anchor, placement]);
  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={`${styles.box} ${className ?? ''} tn-screen-only`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation();
          event.preventDefault();
          onClose();
        }
        if (event.key === 'Tab' && keepFocus) keepInside(event.currentTarget, event);
      }}
      onBlur={({ currentTarget, relatedTarget: to }) => {
        const isLeft = to instanceof Node && !currentTarget.contains(to) && !anchor.current?.contains(to);
        if (!keepFocus && isLeft) onClose();
      }}
    >
      {children}
    </div>
  );
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

function focusFirst(box: HTMLElement): void {
  const first =
    box.querySelector<HTMLElement>('[data-autofocus]') ?? box.querySelector<HTMLElement>(focusable) ?? box;
  first.focus({ preventScroll: true });
}

/** Tab goes round inside: what is behind is not meant while a choice is open. */
function keepInside(box: HTMLElement, event: { shiftKey: boolean; preventDefault: () => void }): void {
  const all = [...box.querySelectorAll<HTMLElement>(focusable)].filter((it) => it.offsetParent !== null);
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== edge && document.activeElement !== box) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}
