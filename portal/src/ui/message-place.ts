const modals: HTMLElement[] = [];
let place: HTMLElement | undefined;

/**
 * Where toasts stand. It is there before the first of them, since a screen reader says only what changes in a live region
 * that it knows; and while a dialog is open it stands inside that, since all else is inert.
 */
export function messagePlace(): HTMLElement {
  if (!place) {
    place = document.createElement('div');
    (modals.at(-1) ?? document.body).append(place);
  }
  return place;
}

/** Tells of a dialog that has opened; the result, that it closes. */
export function modalOpened(modal: HTMLElement): () => void {
  modals.push(modal);
  move();
  return () => {
    modals.splice(modals.indexOf(modal), 1);
    move();
  };
}

function move(): void {
  const to = modals.at(-1) ?? document.body;
  if (!place || place.parentElement === to) return;
  // Where the browser can, without losing the focus or beginning an animation again.
  if ('moveBefore' in to && place.isConnected && to.isConnected) to.moveBefore(place, null);
  else to.append(place);
}
