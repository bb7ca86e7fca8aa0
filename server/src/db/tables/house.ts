/** What kind of bank lives in this database; set once, by the first start. */
export type InstallationKind = 'demo' | 'production' | 'test';

interface InstallationRow {
  only: boolean;
  kind: InstallationKind;
  created_at: Date;
  /** When the demo bank's data was complete; null while it is being written. */
  seeded_at: Date | null;
}

export interface HouseTables {
  installation: InstallationRow;
}
