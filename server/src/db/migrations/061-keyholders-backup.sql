-- What a keyholder's backup file is encrypted with (decisions section 6). Without the file it opens nothing, and it must
-- outlive KEY_WRAP_SECRET, so it is kept as it is.
ALTER TABLE keyholder_share
  ADD COLUMN backup_key  bytea CHECK (octet_length(backup_key) = 32),
  ADD COLUMN backup_salt bytea CHECK (octet_length(backup_salt) = 16);
UPDATE keyholder_share SET
  backup_key = uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  backup_salt = uuid_send(gen_random_uuid());
ALTER TABLE keyholder_share ALTER COLUMN backup_key SET NOT NULL, ALTER COLUMN backup_salt SET NOT NULL;

-- Tries of a keyholder's secret, counted before it is hashed, so that tries made at once all see each other's count.
CREATE TABLE keyholder_try (
  user_id     bigint         PRIMARY KEY REFERENCES console_user ON DELETE CASCADE,
  tries       integer        NOT NULL CHECK (tries >= 0),
  window_ends timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

GRANT SELECT, INSERT, UPDATE ON keyholder_try TO :"serving";
