import type { ReportState, ReportType } from '@tonle/contract/report-states';
import type { Generated, JSONColumnType } from 'kysely';

interface ReportJobTable {
  id: Generated<string>;
  report_type: ReportType;
  creator_id: bigint;
  language: 'en' | 'km';
  params: JSONColumnType<Record<string, unknown>>;
  shown_params: JSONColumnType<Record<string, string>>;
  file_name: string;
  state: Generated<ReportState>;
  created_at: Generated<Date>;
  completed_at: Date | null;
  attempts: Generated<number>;
  lease_token: string | null;
  leased_until: Date | null;
  rows_expected: bigint | null;
  rows_written: bigint | null;
  file_path: string | null;
  file_bytes: bigint | null;
  expires_at: Date | null;
  failure: string | null;
}

interface ReportTicketTable {
  hash: Buffer;
  job_id: string;
  session_id: string;
  expires_at: Date;
}

export interface ReportTables {
  report_job: ReportJobTable;
  report_ticket: ReportTicketTable;
}
