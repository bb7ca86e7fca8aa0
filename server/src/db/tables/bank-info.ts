import type { Generated } from 'kysely';

interface ParticipantBankRow {
  participant_code: string;
  name: string;
  domain: string;
  main_account_id: string;
  own: Generated<boolean>;
  mobile_registration: 'SMS' | 'EMAIL' | null;
  created_at: Generated<Date>;
  phone: Generated<string | null>;
  email: Generated<string | null>;
  facebook: Generated<string | null>;
  address: Generated<string | null>;
  website: Generated<string | null>;
  logo_id: Generated<string | null>;
  title_logo_id: Generated<string | null>;
  revision: Generated<number>;
}

export type LogoKind = 'LOGO' | 'TITLE_LOGO';

interface BankLogoRow {
  logo_id: Generated<string>;
  kind: LogoKind;
  content: Buffer;
  width: number;
  height: number;
  source_hash: Buffer;
  created: Generated<Date>;
}

export interface BankInfoTables {
  participant_bank: ParticipantBankRow;
  bank_logo: BankLogoRow;
}
