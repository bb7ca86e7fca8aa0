import type { Generated } from 'kysely';

interface ParticipantBankRow {
  participant_code: string;
  name: string;
  domain: string;
  main_account_id: string;
  own: Generated<boolean>;
  mobile_registration: 'SMS' | 'EMAIL' | null;
  created_at: Generated<Date>;
}

export interface BankInfoTables {
  participant_bank: ParticipantBankRow;
}
