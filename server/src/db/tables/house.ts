import type { Generated } from 'kysely';

/** What kind of bank lives in this database; set once, by the first start. */
export type InstallationKind = 'demo' | 'production' | 'test';

interface InstallationRow {
  one_row: Generated<boolean>;
  kind: InstallationKind;
  created_at: Generated<Date>;
  /** When the demo bank's data was complete; null while it is being written. */
  seeded_at: Date | null;
}

export interface HouseTables {
  installation: InstallationRow;
}
