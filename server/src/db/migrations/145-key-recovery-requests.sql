-- Requests to give a customer a new key (decisions section 8; the states are contract/src/key-recovery-states.ts).

-- What the customer signed, as the server encoded it anew.
CREATE TABLE key_recovery_application (
  application_id uuid             PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id     text COLLATE "C" NOT NULL REFERENCES customer,
  content        bytea            NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 8388608),
  media_type     text             NOT NULL CHECK (media_type = 'image/jpeg'),
  width          integer          NOT NULL CHECK (width > 0),
  height         integer          NOT NULL CHECK (height > 0),
  -- SHA-256 of the bytes that came.
  source_hash    bytea            NOT NULL CHECK (octet_length(source_hash) = 32),
  created        timestamptz(3)   NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE key_recovery_application ALTER COLUMN content SET STORAGE EXTERNAL;
GRANT SELECT, INSERT ON key_recovery_application TO :"serving";

CREATE TABLE key_recovery_request (
  id             bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id     text COLLATE "C" NOT NULL REFERENCES customer,
  account_type   text             NOT NULL CHECK (account_type IN ('MOBILE', 'DESKTOP', 'WEB')),
  -- As it was typed; the record's own is the customer's.
  name           text             NOT NULL CHECK (char_length(name) BETWEEN 1 AND 140),
  document_id    text COLLATE "C" CHECK (char_length(document_id) BETWEEN 1 AND 64),
  status         text             NOT NULL CHECK (status IN ('PREPARED', 'CREATED', 'VERIFIED', 'OPENED', 'READY',
                   'AUTHORIZED', 'SENT', 'APPROVED', 'SUCCESSFUL', 'REVOKED', 'REJECTED', 'FAILED', 'CANCELED')),
  application_id uuid             REFERENCES key_recovery_application,
  -- The customer's new Ed25519 key.
  public_key     bytea            CHECK (octet_length(public_key) = 32),
  -- Of the key's change, lower-case hex; the network knows it by this.
  trx_hash       text COLLATE "C" UNIQUE CHECK (trx_hash ~ '^[0-9a-f]{64}$'),
  -- Why it was cancelled, revoked, rejected, or failed.
  reason         text             CHECK (char_length(reason) BETWEEN 1 AND 300),
  -- Everybody of the bank who had a part in making it: none of them approves it (decisions section 4).
  makers         bigint[]         NOT NULL,
  authorized_by  bigint,
  created        timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  updated        timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  expires        timestamptz(3)   NOT NULL,
  CHECK (authorized_by IS NULL OR authorized_by <> ALL (makers)),
  CHECK (status NOT IN ('READY', 'AUTHORIZED', 'SENT', 'APPROVED', 'SUCCESSFUL', 'REVOKED')
         OR (application_id IS NOT NULL AND public_key IS NOT NULL)),
  CHECK (status NOT IN ('AUTHORIZED', 'SENT', 'APPROVED', 'SUCCESSFUL', 'REVOKED') OR authorized_by IS NOT NULL),
  CHECK (status NOT IN ('SENT', 'APPROVED', 'SUCCESSFUL', 'REVOKED') OR trx_hash IS NOT NULL),
  CHECK (status NOT IN ('CANCELED', 'REVOKED', 'FAILED') OR reason IS NOT NULL)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX key_recovery_request_one_open ON key_recovery_request (account_id)
  WHERE status IN ('PREPARED', 'CREATED', 'VERIFIED', 'OPENED', 'READY', 'AUTHORIZED', 'SENT', 'APPROVED');
CREATE INDEX key_recovery_request_date ON key_recovery_request (created DESC, id DESC);
CREATE INDEX key_recovery_request_status ON key_recovery_request (status, created DESC, id DESC);
CREATE INDEX key_recovery_request_updated ON key_recovery_request (updated DESC, id DESC);
CREATE INDEX key_recovery_request_account ON key_recovery_request (account_id, id DESC);
-- What moves by itself, and when the rest does.
CREATE INDEX key_recovery_request_moving ON key_recovery_request (status, id)
  WHERE status IN ('PREPARED', 'AUTHORIZED', 'APPROVED');
CREATE INDEX key_recovery_request_expires ON key_recovery_request (expires)
  WHERE status IN ('PREPARED', 'CREATED', 'VERIFIED', 'OPENED', 'READY');
GRANT SELECT, INSERT, UPDATE ON key_recovery_request TO :"serving";

-- Who did what when; never changed.
CREATE TABLE key_recovery_step (
  id         bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id bigint         NOT NULL REFERENCES key_recovery_request,
  status     text           NOT NULL CHECK (char_length(status) <= 20),
  at         timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  by_name    text           NOT NULL CHECK (char_length(by_name) BETWEEN 1 AND 300),
  by_user    bigint,
  reason     text           CHECK (char_length(reason) BETWEEN 1 AND 300)
);
CREATE INDEX key_recovery_step_request ON key_recovery_step (request_id, id);
GRANT SELECT, INSERT ON key_recovery_step TO :"serving";

CREATE TRIGGER notify_waiting AFTER INSERT OR DELETE OR UPDATE OF status ON key_recovery_request
  FOR EACH STATEMENT EXECUTE FUNCTION notify_waiting();

-- A key's change goes to the network like a transfer, and its answer comes like one.
ALTER TABLE network_outbox DROP CONSTRAINT network_outbox_type_check,
  ADD CONSTRAINT network_outbox_type_check
    CHECK (type IN ('TRANSFER', 'DECISION', 'KEY_CHANGE', 'KEY_CHANGE_REVOKED'));
ALTER TABLE network_message DROP CONSTRAINT network_message_type_check,
  ADD CONSTRAINT network_message_type_check CHECK (type IN ('DEPOSIT', 'STATUS', 'KEY_CHANGE_STATUS'));
