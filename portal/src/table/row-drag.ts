import { type RefObject, useEffect, useRef } from 'react';

/** The library is fetched by the first table that lets its rows be dragged. */
const loadDrag = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter');

export type Dragged = { name: string; keys: readonly string[] };

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

/** Starts once the library is there, unless what it is for has gone by then. Returns the way to stop. */
export function afterLoad(start: (library: DragLibrary) => (() => void) | undefined): () => void {
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
