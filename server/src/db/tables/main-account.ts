import type { Generated } from 'kysely';

interface TransferRequestRow {
  principal: string;
  key: string;
  deadline: Date;
  closed: Generated<boolean>;
}

export interface MainAccountTables {
  transfer_request: TransferRequestRow;
}
