import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import type { KycStatus } from '@tonle/contract/kyc-status';
import type { Generated, GeneratedAlways } from 'kysely';

export type CustomerType = ChannelAccountType;
export type { KycStatus };
export type ImageKind = 'PHOTO' | 'IDENTITY';

interface CustomerRow {
  account_id: string;
  account_type: CustomerType;
  first_name: string | null;
  last_name: string | null;
  full_name: GeneratedAlways<string | null>;
  first_name_khmer: string | null;
  last_name_khmer: string | null;
  organization_name: string | null;
  organization_name_khmer: string | null;
  primary_contact: string;
  secondary_contact: string | null;
  address: string | null;
  /** YYYY-MM-DD. */
  birthday: string | null;
  sex: 'MALE' | 'FEMALE' | null;
  nationality: string | null;
  document_id: string | null;
  kyc_status: KycStatus;
  photo_id: Generated<string | null>;
  identity_id: Generated<string | null>;
  registered_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** The branch that the account is in; null where it is in none. */
  branch_id: Generated<number | null>;
  /** A tsvector; asked, never read. */
  search_words: GeneratedAlways<string>;
}

interface ImageRow {
  image_id: Generated<string>;
  account_id: string;
  kind: ImageKind;
  content: Buffer;
  media_type: 'image/jpeg';
  width: number;
  height: number;
  source_hash: Buffer;
  created: Generated<Date>;
}

interface ProfileChangeRow {
  id: GeneratedAlways<bigint>;
  account_id: string;
  field_name: string;
  old_value: string | null;
  current_value: string | null;
  changed_by: string;
  changed_at: Generated<Date>;
  remarks: string | null;
}

interface ContactClaimRow {
  contact: string;
  account_type: CustomerType;
  token: string;
  until: Date;
}

export interface CustomersTables {
  contact_claim: ContactClaimRow;
  customer: CustomerRow;
  customer_image: ImageRow;
  profile_change: ProfileChangeRow;
}
