import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import type { Generated } from 'kysely';

interface TermsVersionRow {
  channel: ChannelAccountType;
  version: number;
  document: string;
  created_at: Generated<Date>;
  created_by: string | null;
  author_name: Generated<string | null>;
}

export interface TermsTables {
  terms_version: TermsVersionRow;
}
