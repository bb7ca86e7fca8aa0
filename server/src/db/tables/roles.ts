import type { Generated, GeneratedAlways } from 'kysely';

interface RoleRow {
  id: GeneratedAlways<bigint>;
  name: string;
  created: Generated<Date>;
  changed: Generated<Date>;
}

export interface RolesTables {
  role: RoleRow;
  role_permission: { role_id: bigint; permission: string };
  permission: { id: GeneratedAlways<bigint>; name: string; created: Generated<Date> };
}
