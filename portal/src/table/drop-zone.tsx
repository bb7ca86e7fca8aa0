import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import styles from './data-table.module.css';
import { afterLoad, type Dragged } from './row-drag.ts';

type DropZoneProps = {
  /** Takes rows dragged under this name. */
  takes: string;
  /** Says what dropping does: "Make direct". */
  action: string;
  onDrop: (keys: readonly string[]) => void;
  children: ReactNode;
};

/**
 * Where chosen rows can be dropped. Whoever uses it also has a button in the batch bar that does the same (ui.md,
 * rule 25); what a drop did is announced.
 */
export function DropZone({ takes, action, onDrop, children }: DropZoneProps) {
  const t = useShellTexts();
  const zone = useRef<HTMLDivElement>(null);
  const drop = useRef(onDrop);
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(
    () =>
      afterLoad(({ dropTargetForElements }) => {
        const element = zone.current;
        if (!element) return undefined;
        return dropTargetForElements({
          element,
          canDrop: ({ source }) => source.data.name === takes,
          onDragEnter: () => setOver(true),
          onDragLeave: () => setOver(false),
          onDrop: ({ source }) => {
            const { keys } = source.data as Dragged;
            setOver(false);
            setSaid(t('table.dropped', { count: keys.length, action }));
            drop.current(keys);
          },
        });
      }),
    [takes, action, t],
  );
  return (
    <div ref={zone} className={`${styles.dropZone} ${over ? styles.dropOver : ''}`}>
      {children}
      {over && <div className={styles.dropHint}>{t('table.drop-here', { action })}</div>}
      <span className="tn-visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
