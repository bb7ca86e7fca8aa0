import type { HouseTables } from './tables/house.ts';

/**
 * Every table the server may query, for Kysely. The migrations are the authority on their shape; each area describes
 * its own in `tables/<area>.ts` and joins this list.
 */
export interface Database extends HouseTables {}
