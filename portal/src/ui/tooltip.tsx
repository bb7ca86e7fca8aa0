import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { keepPlaced, type Placement } from './place.ts';
import styles from './tooltip.module.css';

type TooltipProps = {
  label: ReactNode;
  placement?: Placement;
  /** The thing explained; it takes the focus itself. */
  children: ReactNode;
  className?: string;
  /** It says more than the thing's own name: screen readers read it with the thing. */
  describes?: boolean;
};

const delayMs = 200;
/** As long as the pointer may take from the thing to its explanation. */
const graceMs = 150;

/**
 * Explains what it wraps, on hover and on focus. The pointer may go onto it, Escape hides it wherever the focus is (WCAG
 * 1.4.13). Lives in the top layer, so nothing clips it.
 */
export function Tooltip({ label, placement = 'top', children, className, describes = false }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  /** What the focus shows stays with it, wherever the pointer goes. */
  const byFocus = useRef(false);
  const [stage, setStage] = useState<'gone' | 'coming' | 'shown'>('gone');
  const shown = stage === 'shown';
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    const target = anchor.current?.firstElementChild ?? anchor.current;
    if (!shown || !box.current || !target) return undefined;
    box.current.showPopover();
    if (describes) target.setAttribute('aria-describedby', id);
    const stop = keepPlaced(box.current, target, placement);
    return () => {
      target.removeAttribute('aria-describedby');
      stop();
    };
  }, [shown, placement, describes, id]);
  const turn = (next: 'gone' | 'shown', ms = 0) => {
    window.clearTimeout(timer.current);
    if (ms === 0) {
      byFocus.current = next === 'shown';
      setStage(next);
    } else timer.current = window.setTimeout(() => setStage(next), ms);
  };
  useEffect(() => {
    if (stage === 'gone') return undefined;
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around stays: what closes is one thing at a time.
      if (stage === 'shown') event.preventDefault();
      window.clearTimeout(timer.current);
      byFocus.current = false;
      setStage('gone');
    };
    document.addEventListener('keydown', onEscape, true);
    return () => document.removeEventListener('keydown', onEscape, true);
  }, [stage]);
  const entered = (event: React.PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    if (!shown) setStage('coming');
    turn('shown', delayMs);
  };
  const left = () => {
    if (!byFocus.current) turn('gone', graceMs);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its child gets.
    <span
      ref={anchor}
      className={className}
      style={className === undefined ? { display: 'contents' } : undefined}
      onPointerEnter={entered}
      onPointerLeave={left}
      onPointerDown={(event) => !box.current?.contains(event.target as Node) && turn('gone')}
      onFocus={(event) => event.target.matches(':focus-visible') && turn('shown')}
      onBlur={() => turn('gone')}
    >
      {children}
      {shown && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click from what lies around, such as a row that opens.
        <span
          ref={box}
          id={id}
          role="tooltip"
          popover="manual"
          className={`${styles.tip} tn-screen-only`}
          onClick={(event) => event.stopPropagation()}
        >
          {label}
        </span>
      )}
    </span>
  );
}
