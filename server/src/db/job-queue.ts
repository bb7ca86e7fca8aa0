import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** The queue's own tables; its library brings them up to itself. */
export const JOB_QUEUE_SCHEMA = 'graphile_worker';

const silent = new Logger(() => () => {});

/**
 * Brings the tables of graphile-worker up to its version, as the owner, and lets the serving role work in them: they are
 * closed by row security to all but their owner.
 */
export async function prepareJobQueue(
  owner: pg.Client,
  { ownerUrl, servingRole }: { ownerUrl: string; servingRole: string },
): Promise<void> {
  await runMigrations({ connectionString: ownerUrl, maxPoolSize: 1, logger: silent });
  const role = owner.escapeIdentifier(servingRole);
  await owner.query(`GRANT USAGE ON SCHEMA ${JOB_QUEUE_SCHEMA} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${JOB_QUEUE_SCHEMA} TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${JOB_QUEUE_SCHEMA} TO ${role}`);
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = $1::regnamespace AND c.relrowsecurity
       AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tonle_serving')`,
    [JOB_QUEUE_SCHEMA],
  );
  for (const { name } of rows) {
    const table = `${JOB_QUEUE_SCHEMA}.${owner.escapeIdentifier(name)}`;
    await owner.query(`CREATE POLICY tonle_serving ON ${table} TO ${role} USING (true) WITH CHECK (true)`);
  }
}
