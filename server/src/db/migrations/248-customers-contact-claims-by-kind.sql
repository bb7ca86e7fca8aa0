-- A person and an organisation may have one contact, so claims clash within a kind of account alone. No claim outlives the
-- server that made it by more than a minute, and none is of any use once it is stopped.
DELETE FROM contact_claim;
ALTER TABLE contact_claim
  ADD COLUMN account_type text NOT NULL CHECK (account_type IN ('MOBILE', 'DESKTOP', 'WEB')),
  DROP CONSTRAINT contact_claim_pkey,
  ADD CONSTRAINT contact_claim_pkey PRIMARY KEY (contact, account_type);
