-- The six-digit codes by which people prove that they hold a phone, an e-mail address or a device. Never the code itself:
-- an HMAC under a key made from KEY_WRAP_SECRET. One row for each thing that is proved; sending the code again changes the
-- code and its time, never how often was guessed (decisions section 8).
CREATE TABLE one_time_code (
  -- What it is for and of which request: no foreign key, any area asks for codes.
  kind         text           NOT NULL CHECK (kind ~ '^[A-Z][A-Z_]{1,63}$'),
  subject_id   text           NOT NULL CHECK (char_length(subject_id) BETWEEN 1 AND 128),
  code_hmac    bytea          NOT NULL CHECK (octet_length(code_hmac) = 32),
  issued       timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires      timestamptz(3) NOT NULL,
  tries        integer        NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Set by the guess that was right; a code is good for once.
  used         timestamptz(3),
  PRIMARY KEY (kind, subject_id)
) WITH (fillfactor = 80);

GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_code TO :"serving";
