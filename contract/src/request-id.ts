import { z } from 'zod';

/** The number of a request, as text: a JSON number is accepted as well. */
export const RequestId = z.preprocess(
  (it) =>
    typeof it === 'number' || (typeof it === 'object' && it !== null && 'isLosslessNumber' in it)
      ? String(it)
      : it,
  z.string().regex(/^[1-9]\d{0,17}$/, 'field.invalid'),
);
