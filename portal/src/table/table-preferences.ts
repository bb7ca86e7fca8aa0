import { pageSizes } from '@tonle/contract/page-sizes';
import { useCallback } from 'react';
import { usePreference } from '../session/preferences.ts';

export type Density = 'normal' | 'compact';

/** What a person chose for one table: kept per user and table (ui.md, rule 9). */
export type TablePreferences = {
  /** Columns by id: shown or hidden against what the width would do by itself. */
  columns?: Record<string, boolean>;
  widths?: Record<string, number>;
  density?: Density;
  size?: number;
};

const isRecordOf = (it: unknown, type: 'boolean' | 'number'): boolean =>
  it === undefined ||
  (typeof it === 'object' && it !== null && Object.values(it).every((value) => typeof value === type));

function isPreferences(it: unknown): it is TablePreferences {
  if (typeof it !== 'object' || it === null) return false;
  const { columns, widths, density, size } = it as TablePreferences;
  return (
    isRecordOf(columns, 'boolean') &&
    isRecordOf(widths, 'number') &&
    (density === undefined || density === 'normal' || density === 'compact') &&
    (size === undefined || (pageSizes as readonly number[]).includes(size))
  );
}

const none: TablePreferences = {};

export function useTablePreferences(name: string): [TablePreferences, (change: TablePreferences) => void] {
  const [stored, store] = usePreference<TablePreferences>(`table.${name}`, none, isPreferences);
  const change = useCallback((next: TablePreferences) => store({ ...stored, ...next }), [stored, store]);
  return [stored, change];
}
