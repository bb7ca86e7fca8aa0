import { text } from './text.ts';

/** Why somebody rejects, cancels or revokes (2-console.md section 9). */
export const reasonLengthMax = 255;
export const Reason = text(reasonLengthMax, 'reason.too-long').refine((it) => it !== '', 'reason.required');
