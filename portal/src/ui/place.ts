export type Placement = 'bottom-start' | 'bottom-end' | 'top' | 'right';

const edge = 8;

/**
 * Puts a floating box beside its anchor, in the window's coordinates: on the wanted side where there is room, else on
 * the other, and always inside the window.
 */
export function place(box: HTMLElement, anchor: Element, placement: Placement, gap = 6): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const { innerHeight } = window;
  // The room kept for the scroll bar is not part of the body.
  const innerWidth = document.body.clientWidth;
  let left = placement === 'bottom-end' ? at.right - width : at.left;
  let top = at.bottom + gap;
  if (placement === 'top') {
    left = at.left + (at.width - width) / 2;
    top = at.top - height - gap;
    if (top < edge) top = at.bottom + gap;
  } else if (placement === 'right') {
    left = at.right + gap;
    top = at.top + (at.height - height) / 2;
  } else if (top + height > innerHeight - edge && at.top - gap - height > edge) {
    top = at.top - gap - height;
  }
  box.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`;
  box.style.top = `${Math.max(edge, Math.min(top, innerHeight - height - edge))}px`;
}

/** Keeps a box at its anchor while anything scrolls or changes its size; returns the way to stop. */
export function keepPlaced(
  box: HTMLElement,
  anchor: Element,
  placement: Placement,
  gap?: number,
): () => void {
  const again = () => place(box, anchor, placement, gap);
  again();
  const sizes = new ResizeObserver(again);
  sizes.observe(box);
  sizes.observe(anchor);
  window.addEventListener('scroll', again, { capture: true, passive: true });
  window.addEventListener('resize', again);
  return () => {
    sizes.disconnect();
    window.removeEventListener('scroll', again, { capture: true });
    window.removeEventListener('resize', again);
  };
}
