import type { ChannelAccountType } from '@tonle/contract/channel';
import type { ChannelScope } from '@tonle/contract/channel-scopes';
import type { Generated } from 'kysely';

interface KeyRow {
  key_id: string;
  app: string;
  secret_hash: Buffer;
  scopes: ChannelScope[];
  account_types: ChannelAccountType[];
  created: Generated<Date>;
  revoked: Date | null;
}

interface AnswerRow {
  app: string;
  key: string;
  request_hash: Buffer;
  /** JSON, written as text. */
  answer: unknown;
  created: Generated<Date>;
}

export interface ChannelTables {
  channel_key: KeyRow;
  channel_answer: AnswerRow;
}
