import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { keepPlaced, type Placement } from './place.ts';
import styles from './tooltip.module.css';

type TooltipProps = {
  label: ReactNode;
  placement?: Placement;
  /** The thing explained; it takes the focus itself. */
  children: ReactNode;
  className?: string;
};

const delayMs = 200;

/** Explains what it wraps, on hover and on focus; Escape hides it. Lives in the top layer, so nothing clips it. */
export function Tooltip({ label, placement = 'top', children, className }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const [shown, setShown] = useState(false);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    const target = anchor.current?.firstElementChild ?? anchor.current;
    if (!shown || !box.current || !target) return undefined;
    box.current.showPopover();
    return keepPlaced(box.current, target, placement);
  }, [shown, placement]);
  const later = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(true), delayMs);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setShown(false);
  };
  const focused = (event: React.FocusEvent) => {
    if (event.target.matches(':focus-visible')) setShown(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its child gets.
    <span
      ref={anchor}
      className={className}
      style={className === undefined ? { display: 'contents' } : undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && later()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={focused}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {shown && (
        <span ref={box} id={id} role="tooltip" popover="manual" className={`${styles.tip} tn-screen-only`}>
          {label}
        </span>
      )}
    </span>
  );
}
