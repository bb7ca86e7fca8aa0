import { z } from 'zod';

/** The rules of one-time codes (decisions section 8). */
export const codeMinutes = 10;
export const codeTriesMax = 5;
export const codePauseSeconds = 60;

/** A code as it is typed: six digits, with blanks where people put them. */
export const Code = z
  .string()
  .max(32, 'code.invalid')
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'code.required')
      .regex(/^\d{6}$/, 'code.invalid'),
  );
