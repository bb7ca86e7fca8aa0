import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import styles from './data-table.module.css';

/** The library is fetched by the first table that lets its rows be dragged. */
const loadDrag = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter');

type Dragged = { name: string; keys: readonly string[] };

/** Makes a row draggable under a name; without a name it is an ordinary row. */
export function useRowDrag(
  name: string | undefined,
  keys: () => readonly string[],
): RefObject<HTMLTableRowElement | null> {
  const row = useRef<HTMLTableRowElement>(null);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (name === undefined) return undefined;
    return afterLoad(({ draggable }) => {
      const element = row.current;
      if (!element) return undefined;
      return draggable({ element, getInitialData: (): Dragged => ({ name, keys: latest.current() }) });
    });
  }, [name]);
  return row;
}

type DragLibrary = Awaited<ReturnType<typeof loadDrag>>;

function afterLoad(start: (library: DragLibrary) => (() => void) | undefined): () => void {
  let stop: (() => void) | undefined;
  let gone = false;
  void loadDrag().then((library) => {
    if (!gone) stop = start(library);
  });
  return () => {
    gone = true;
    stop?.();
  };
}

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
