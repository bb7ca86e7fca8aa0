import { z } from 'zod';

/** The number of a row, as text; a JSON number is accepted too. */
export const RowId = z.preprocess(
  (it) => (typeof it === 'number' ? String(it) : it),
  z.string().regex(/^[1-9]\d{0,17}$/, 'field.invalid'),
);
