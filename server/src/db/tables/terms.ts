import type { Generated } from 'kysely';

interface TermsVersionRow {
  channel: 'MOBILE' | 'DESKTOP' | 'WEB';
  version: number;
  document: string;
  created_at: Generated<Date>;
  created_by: string | null;
}

export interface TermsTables {
  terms_version: TermsVersionRow;
}
