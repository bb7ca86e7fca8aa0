import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

type RowActionProps = {
  /** As its tip says it: "Clone". */
  title: string;
  /** What it does to what: "Clone Teller". */
  name: string;
  onClick: () => void;
  children: ReactNode;
};

/** An act on a row, as an icon at its end. */
export const RowAction = ({ title, name, onClick, children }: RowActionProps) => (
  <ActionIcon size={28} aria-label={name} title={title} onClick={onClick}>
    {children}
  </ActionIcon>
);
