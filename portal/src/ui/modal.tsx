import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { modalOpened } from './message-place.ts';
import styles from './modal.module.css';

type ModalProps = {
  opened: boolean;
  /**
   * Escape and a click outside; without it the dialog only closes by its own buttons. So it does once something
   * unsaved stands in it (`data-unsaved`), that no slip takes it away.
   */
  onClose?: () => void;
  width: number;
  /** `center` for dialogs, `top` for the palette, `left` for the phone's menu. */
  position?: 'center' | 'top' | 'left';
  labelledBy?: string;
  label?: string;
  describedBy?: string | undefined;
  /** Comes up by itself: what is done behind it has to wait. */
  urgent?: boolean;
  className?: string;
  children: ReactNode;
};

const InsideModal = createContext<HTMLElement | null>(null);

/** The open dialog that a control stands in, where its drop-downs have to be mounted; null outside of one. */
export const useModalElement = (): HTMLElement | null => use(InsideModal);

/** The browser's own modal dialog: the page behind is inert, the focus goes in and comes back. */
export function Modal({ opened, ...props }: ModalProps) {
  return opened ? <OpenModal {...props} /> : null;
}

/** Where somebody begins who opens a form, unless the form says otherwise with `data-autofocus`. */
const firstField = ['input:not([type=hidden], [type=file], [type=radio])', 'textarea', 'select']
  .map((it) => `${it}:enabled`)
  .join();

function OpenModal({
  onClose,
  width,
  position = 'center',
  labelledBy,
  label,
  describedBy,
  urgent,
  className,
  children,
}: Omit<ModalProps, 'opened'>) {
  const [element, setElement] = useState<HTMLDialogElement | null>(null);
  const close = () => {
    if (!element?.querySelector('[data-unsaved]:not([hidden] *)')) onClose?.();
  };
  const pressedOutside = useRef(false);
  const clicked = useRef(false);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const before = document.activeElement;
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>(firstField) ??
      element;
    // Where the browser chose another one first, its form would say that it was left empty.
    first.setAttribute('autofocus', '');
    element.showModal();
    first.focus();
    const closed = modalOpened(element);
    return () => {
      closed();
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [element]);
  useEscape(element, close);
  // At the end of the document: what opens it, a cell of a table perhaps, lends it no line breaks, sizes or clicks.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, heard above.
    <dialog
      ref={setElement}
      className={`${styles.modal} ${styles[position]} ${className ?? ''} tn-screen-only`}
      style={{ width }}
      role={urgent ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-describedby={describedBy}
      tabIndex={-1}
      onClickCapture={(event) => {
        // The second half of the double click that opened the dialog: it was meant for what lies behind.
        const isLate = event.detail > 1 && !clicked.current;
        clicked.current = true;
        if (!isLate) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      // What is sent inside is not sent by the form that the dialog was written in.
      onSubmit={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        pressedOutside.current =
          event.target === event.currentTarget && isOutside(event.currentTarget, event);
      }}
      onClick={(event) => {
        // A selection that was begun inside and ended outside closes nothing.
        if (pressedOutside.current && isOutside(event.currentTarget, event)) close();
      }}
    >
      <InsideModal value={element}>{children}</InsideModal>
    </dialog>,
    document.body,
  );
}

/** Escape asks to close; the dialog itself only goes when its owner says so, even where the browser would insist. */
function useEscape(element: HTMLDialogElement | null, onEscape: () => void): void {
  const close = useRef(onEscape);
  useEffect(() => {
    close.current = onEscape;
  });
  useEffect(() => {
    if (!element) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close.current();
    };
    const cancel = (event: Event) => event.preventDefault();
    element.addEventListener('keydown', onKey);
    element.addEventListener('cancel', cancel);
    return () => {
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('cancel', cancel);
    };
  }, [element]);
}

function isOutside(dialog: HTMLElement, event: { clientX: number; clientY: number }): boolean {
  const box = dialog.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}
