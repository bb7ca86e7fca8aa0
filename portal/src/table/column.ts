import type { ReactNode } from 'react';

/** A column of a table. */
export type Column<Row> = {
  id: string;
  /** Its name: in the head, the column chooser, and on cards. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts stand at the end, under a head that does too. */
  align?: 'start' | 'end';
  /** The field the server sorts by; without it the column is not sortable. */
  sort?: string;
  /** 1 (the default) always stays; 3 goes to the column chooser before 2 where the width is short. */
  priority?: 1 | 2 | 3;
  /** Stays in sight while the table scrolls sideways: the first column and the amount. */
  pinned?: boolean;
  /** Its width in px, from which it grows and which a person may change. */
  width: number;
  /** True where the person may not hide it. */
  required?: boolean;
  /** True for what is done with a row: no use on paper. */
  screenOnly?: boolean;
};

/** A row as a card on narrow screens: account and amount, from and time, states, reason. */
export type CardParts = {
  tile?: ReactNode;
  title: ReactNode;
  amount?: ReactNode;
  text?: ReactNode;
  time?: ReactNode;
  states?: ReactNode;
  /** Why it stands so; cut where it is long. */
  reason?: ReactNode;
};

/** Rows that can be chosen, and what is done with them. */
export type Selection<Row> = {
  /** The keys of the rows chosen; the page owns them. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** The buttons of the batch bar. */
  actions: (rows: readonly Row[]) => ReactNode;
  /** Names what is dragged, where a `DropZone` of the same name takes it. */
  dragName?: string;
};

/** Rows that unfold to more, below themselves. */
export type Unfolding<Row> = {
  /** The keys of the rows that are open; the page owns them. */
  open: ReadonlySet<string>;
  onChange: (open: ReadonlySet<string>) => void;
  content: (row: Row) => ReactNode;
};

/** The keys with one more, or one less. */
export function withKey(keys: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}
