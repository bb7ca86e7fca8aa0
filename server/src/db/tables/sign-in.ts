import type { Authority } from '@tonle/contract/permissions';
import type { Generated, GeneratedAlways } from 'kysely';

interface ConsoleUserRow {
  id: GeneratedAlways<bigint>;
  login: string;
  first_name: string;
  last_name: string;
  email: string | null;
  password_hash: string;
  password_changed_at: Date;
  force_password_change: Generated<boolean>;
  one_time_password_hash: string | null;
  one_time_password_expires: Date | null;
  blocked: Generated<boolean>;
  activated: Generated<boolean>;
  created: Generated<Date>;
  changed: Generated<Date>;
}

interface SessionRow {
  id: string;
  user_id: bigint;
  scope: 'FULL' | 'PASSWORD';
  created: Generated<Date>;
  last_seen: Generated<Date>;
  expires: Date;
  ended_at: Date | null;
  address: string;
  user_agent: string;
}

export interface SignInTables {
  console_user: ConsoleUserRow;
  console_user_password: { user_id: bigint; password_hash: string; changed_at: Date };
  console_user_authority: { user_id: bigint; authority: Authority };
  console_user_role: { user_id: bigint; role_id: bigint };
  console_user_preference: { user_id: bigint; name: string; value: string; updated: Generated<Date> };
  session: SessionRow;
  sign_in_attempt: { user_id: bigint; failures: number; locked_until: Date | null };
  sign_in_address: { address: string; failures: number; window_ends: Date };
}
