-- How the bank is reached, and its logos: of the bank's own row alone. Empty until an administrator fills it in.
CREATE TABLE bank_logo (
  logo_id     uuid           PRIMARY KEY DEFAULT gen_random_uuid(),
  kind        text           NOT NULL CHECK (kind IN ('LOGO', 'TITLE_LOGO')),
  -- As the server encoded it anew, always PNG.
  content     bytea          NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 4194304),
  width       integer        NOT NULL CHECK (width > 0),
  height      integer        NOT NULL CHECK (height > 0),
  -- SHA-256 of the bytes that came: handed in twice, a logo is the same logo.
  source_hash bytea          NOT NULL CHECK (octet_length(source_hash) = 32),
  created     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (kind, source_hash)
);
-- Compressed already.
ALTER TABLE bank_logo ALTER COLUMN content SET STORAGE EXTERNAL;
-- Kept for good: the audit log names them.
GRANT SELECT, INSERT ON bank_logo TO :"serving";

ALTER TABLE participant_bank
  ADD COLUMN phone         text CHECK (phone ~ '^855[1-9][0-9]{7,8}$'),
  ADD COLUMN email         text CHECK (char_length(email) BETWEEN 3 AND 254),
  ADD COLUMN facebook      text CHECK (char_length(facebook) BETWEEN 1 AND 255),
  ADD COLUMN address       text CHECK (char_length(address) BETWEEN 1 AND 255),
  ADD COLUMN website       text CHECK (char_length(website) BETWEEN 1 AND 255),
  ADD COLUMN logo_id       uuid REFERENCES bank_logo,
  ADD COLUMN title_logo_id uuid REFERENCES bank_logo,
  ADD COLUMN revision      integer NOT NULL DEFAULT 1 CHECK (revision > 0);
