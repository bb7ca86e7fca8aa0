import type { AuthorizerChangeStatus, AuthorizerDirection } from '@tonle/contract/authorizers';
import type { Generated, GeneratedAlways } from 'kysely';

interface AuthorizerRow {
  account_id: string;
  authorizer_account_id: string;
  since: Generated<Date>;
}

interface AuthorizerChangeRow {
  id: GeneratedAlways<bigint>;
  account_id: string;
  authorizer_account_id: string;
  direction: AuthorizerDirection;
  status: Generated<AuthorizerChangeStatus>;
  made_by_login: string | null;
  made_by_name: string;
  created: Generated<Date>;
  settled: Date | null;
  reason: string | null;
}

export interface AuthorizersTables {
  authorizer: AuthorizerRow;
  authorizer_change: AuthorizerChangeRow;
}
