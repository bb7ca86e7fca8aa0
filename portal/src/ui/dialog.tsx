import { type ReactNode, useId } from 'react';
import styles from './dialog.module.css';
import { IconTile, type TileTone } from './icon-tile.tsx';
import { Modal } from './modal.tsx';

export type DialogProps = {
  opened: boolean;
  /** Called by Escape, a click outside and the dialog's own Cancel; leave it out where there is no way back. */
  onClose?: () => void;
  icon?: ReactNode;
  tone?: TileTone;
  /** Restates the act (ui.md, rule 16). */
  title: ReactNode;
  children?: ReactNode;
  /** The buttons; the one that starts with the focus carries `data-autofocus`. */
  footer: ReactNode;
  width?: number;
  /** Top right, as the countdown ring of the idle dialog. */
  corner?: ReactNode;
  /** The content is read out with the title: where the focus begins on a button and would pass it by. */
  described?: boolean;
  /** It comes up by itself, while something else is being done: screen readers are told to break off for it. */
  urgent?: boolean;
};

/** The one frame of all dialogs: icon tile, title, content, footer bar. */
export function Dialog(props: DialogProps) {
  const {
    opened,
    onClose,
    icon,
    tone = 'primary',
    title,
    children,
    footer,
    width = 440,
    corner,
    described = false,
    urgent = false,
  } = props;
  const titleId = useId();
  const contentId = useId();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      width={width}
      labelledBy={titleId}
      describedBy={described ? contentId : undefined}
      urgent={urgent}
    >
      <div className={styles.body}>
        {icon !== undefined && (
          <div className={styles.tile}>
            <IconTile tone={tone}>{icon}</IconTile>
          </div>
        )}
        {corner !== undefined && <div className={styles.corner}>{corner}</div>}
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children !== undefined && (
          <div id={contentId} className={styles.content}>
            {children}
          </div>
        )}
      </div>
      <div className={styles.footer}>{footer}</div>
    </Modal>
  );
}
