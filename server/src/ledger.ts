import { createLedger, type Ledger } from '@tonle/ledger';
import type pg from 'pg';
import { auditAttachmentTable } from './areas/audit-log/audit-log.public.ts';
import { customerAttachmentTables } from './areas/customers/customers.public.ts';
import { networkAttachmentTables } from './areas/network/network.public.ts';
import { type OpenDatabase, openPool } from './db/pool.ts';

export interface OpenLedgerOptions {
  /** While the demo's past is written: commands carry their own times. */
  readonly seeding?: boolean;
}

/** The ledger as this server uses it: with every table that areas attach rows to. */
export const openLedger = (pool: pg.Pool, { seeding = false }: OpenLedgerOptions = {}): Ledger =>
  createLedger({
    pool,
    attachments: { audit: auditAttachmentTable, ...networkAttachmentTables, ...customerAttachmentTables },
    seeding,
  });

/** The ledger holds one connection for as long as it runs, and sends a batch's statements without waiting in between. */
export const openLedgerPool = ({ pool }: Pick<OpenDatabase, 'pool'>): pg.Pool =>
  openPool(pool.options.connectionString ?? '', { max: 2, pipeline: true, applicationName: 'tonle-ledger' });
