/** The page sizes a person may choose (1-portal.md section 9). Apart from paging.ts, which brings zod along. */
export const pageSizes = [5, 10, 25, 50] as const;
export const pageSizeDefault = 10;
/** A search needs so many characters (decisions section 3). */
export const searchLengthMin = 3;
