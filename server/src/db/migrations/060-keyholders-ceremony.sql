-- How the bank's key came to be (decisions section 6). A ceremony has a fixed set of keyholders; the same secrets always
-- give the same key, so a lost key file is made again from the salts kept here and the people's memory.
CREATE TABLE keyholder_ceremony (
  id           bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id   text           NOT NULL CHECK (char_length(account_id) <= 42),
  created      timestamptz(3) NOT NULL DEFAULT now(),
  -- The key it made, once that is registered in the ledger.
  key_id       text           UNIQUE CHECK (key_id ~ '^[0-9a-f]{32}$'),
  public_key   bytea          CHECK (octet_length(public_key) = 32),
  completed_at timestamptz(3),
  CHECK ((key_id IS NULL) = (public_key IS NULL) AND (key_id IS NULL) = (completed_at IS NULL))
);

CREATE TABLE keyholder_share (
  ceremony_id   bigint         NOT NULL REFERENCES keyholder_ceremony,
  user_id       bigint         NOT NULL REFERENCES console_user,
  -- Shares are joined in this order.
  position      smallint       NOT NULL CHECK (position BETWEEN 1 AND 20),
  salt          bytea          NOT NULL CHECK (octet_length(salt) = 16),
  -- Tells a wrong secret from the right one; neither the share nor the secret follows from it.
  verifier      bytea          CHECK (octet_length(verifier) = 32),
  -- The share, sealed under KEY_WRAP_SECRET, from its submission until the public key is registered.
  wrapped_share bytea          CHECK (octet_length(wrapped_share) BETWEEN 48 AND 128),
  submitted_at  timestamptz(3),
  PRIMARY KEY (ceremony_id, user_id),
  UNIQUE (ceremony_id, position),
  CHECK ((verifier IS NULL) = (submitted_at IS NULL))
);

GRANT SELECT, INSERT, UPDATE ON keyholder_ceremony, keyholder_share TO :"serving";
