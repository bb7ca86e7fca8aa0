-- Who holds an account of this bank: one row an account. Whether it is frozen, closed or limited, and its balances, are the
-- ledger's (account_state, balance). Contacts are normalised: a phone as 855 and digits, an e-mail address in lower case.
CREATE TABLE customer (
  account_id              text COLLATE "C" PRIMARY KEY CHECK (account_id ~ '^[a-z0-9_]{1,32}@[a-z0-9_]{1,9}$'),
  account_type            text             NOT NULL CHECK (account_type IN ('MOBILE', 'DESKTOP', 'WEB')),
  first_name              text             CHECK (char_length(first_name) BETWEEN 1 AND 70),
  last_name               text             CHECK (char_length(last_name) BETWEEN 1 AND 70),
  full_name               text             GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED,
  first_name_khmer        text             CHECK (char_length(first_name_khmer) BETWEEN 1 AND 70),
  last_name_khmer         text             CHECK (char_length(last_name_khmer) BETWEEN 1 AND 70),
  organization_name       text             CHECK (char_length(organization_name) BETWEEN 1 AND 140),
  organization_name_khmer text             CHECK (char_length(organization_name_khmer) BETWEEN 1 AND 140),
  primary_contact         text COLLATE "C" NOT NULL CHECK (char_length(primary_contact) BETWEEN 3 AND 254),
  secondary_contact       text COLLATE "C" CHECK (char_length(secondary_contact) BETWEEN 3 AND 254),
  address                 text             CHECK (char_length(address) <= 255),
  birthday                date,
  sex                     text             CHECK (sex IN ('MALE', 'FEMALE')),
  nationality             text             CHECK (char_length(nationality) BETWEEN 1 AND 70),
  document_id             text COLLATE "C" CHECK (char_length(document_id) BETWEEN 1 AND 64),
  kyc_status              text             NOT NULL CHECK (kyc_status IN ('FULL_KYC', 'PARTIAL_KYC')),
  registered_at           timestamptz(3)   NOT NULL DEFAULT now(),
  updated_at              timestamptz(3)   NOT NULL DEFAULT now(),
  -- A person has both names; an organisation, which DESKTOP and WEB accounts belong to, its own.
  CHECK (CASE account_type WHEN 'MOBILE' THEN full_name IS NOT NULL ELSE organization_name IS NOT NULL END)
);

-- A contact may belong to several accounts (a person's and her shop's, one of them deleted): look-ups choose among few.
CREATE INDEX customer_primary_contact ON customer (primary_contact);
CREATE INDEX customer_secondary_contact ON customer (secondary_contact);
CREATE INDEX customer_document_id ON customer (document_id);
-- Prefix searches are ranges under "C", so that nothing typed is a pattern.
CREATE INDEX customer_full_name ON customer (lower(full_name) COLLATE "C");
CREATE INDEX customer_name_khmer ON customer ((last_name_khmer || ' ' || first_name_khmer) COLLATE "C");
CREATE INDEX customer_organization_name ON customer (lower(organization_name) COLLATE "C");
CREATE INDEX customer_organization_name_khmer ON customer (organization_name_khmer COLLATE "C");
CREATE INDEX customer_registered ON customer (account_type, registered_at DESC, account_id);
CREATE INDEX customer_kyc ON customer (account_type, kyc_status, registered_at DESC, account_id);

GRANT SELECT, INSERT, UPDATE ON customer TO :"serving";
