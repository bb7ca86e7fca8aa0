-- The bank's book. Sealed tables are append-only and covered by the hash chain; mutable ones say so.
-- No foreign keys on the hot tables: they would lock an account row for each entry. Few CHECKs there: PostgreSQL compiles
-- them anew for each statement, a tenth of what a small batch costs. `verify-ledger` checks what they would.

-- The one row that orders everything: whoever holds its lock gives the next sequence numbers. Mutable.
CREATE TABLE ledger_head (
  id      smallint       PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  seq     bigint         NOT NULL,
  height  bigint         NOT NULL,
  hash    bytea          NOT NULL,
  created timestamptz(3) NOT NULL
) WITH (fillfactor = 10);
INSERT INTO ledger_head (seq, height, hash, created)
VALUES (0, 0, decode(repeat('00', 32), 'hex'), '1970-01-01T00:00:00Z');

-- One row for each batch. `kinds` holds one letter a record (A account, K key registration, T transfer, E event, I command
-- key), `leaves` their 32-byte leaves, both in sequence order, so that a missing or changed row can be named.
CREATE TABLE block (
  height          bigint         PRIMARY KEY,
  first_seq       bigint         NOT NULL UNIQUE,
  last_seq        bigint         NOT NULL,
  record_count    integer        NOT NULL,
  first_created   timestamptz(3) NOT NULL,
  created         timestamptz(3) NOT NULL,
  moved_khr_minor numeric(38, 0) NOT NULL,
  moved_usd_minor numeric(38, 0) NOT NULL,
  kinds           bytea          NOT NULL,
  leaves          bytea          NOT NULL,
  merkle_root     bytea          NOT NULL,
  previous_hash   bytea          NOT NULL,
  hash            bytea          NOT NULL
);
ALTER TABLE block ALTER COLUMN leaves SET STORAGE EXTERNAL;
CREATE INDEX block_created ON block (created);

-- What a transaction's `state` number says: its asset, type, status and business status in one smallint, so that any
-- filter of a list is a few limited index scans. state = asset * 120 + status * 30 + business status * 3 + type.
CREATE TABLE transaction_state (
  state           smallint PRIMARY KEY,
  asset_id        text     NOT NULL,
  currency        text     NOT NULL,
  status          text     NOT NULL,
  business_status text,
  type            text     NOT NULL
);
INSERT INTO transaction_state
SELECT a.n * 120 + s.n * 30 + b.n * 3 + t.n, a.asset_id, a.currency, s.status, nullif(b.business_status, ''), t.type
FROM (VALUES (0, 'khr#nbc', 'KHR'), (1, 'usd#nbc', 'USD')) AS a (n, asset_id, currency),
     (VALUES (0, 'SUCCESS'), (1, 'FAILED'), (2, 'PENDING'), (3, 'REJECTED')) AS s (n, status),
     (VALUES (0, ''), (1, 'PENDING'), (2, 'RECEIVED_AT_ACH'), (3, 'RECEIVE_AT_ACH'), (4, 'RECEIVE_AT_RECEIVER_BANK'),
             (5, 'ACKNOWLEDGED_BY_FI'), (6, 'FAILED_AT_ACH'), (7, 'FAILED_AT_FI'), (8, 'REFUNDED_BY_RECEIVER'),
             (9, 'RECEIVED_AT_FI')) AS b (n, business_status),
     (VALUES (0, 'SEND_PAY'), (1, 'DEPOSIT'), (2, 'RECEIVE')) AS t (n, type);

-- What an entry's `kind` says: its asset, and the transfer's type as the entry's account sees it. kind = asset * 3 + type.
CREATE TABLE entry_kind (
  kind     smallint PRIMARY KEY,
  asset_id text     NOT NULL,
  currency text     NOT NULL,
  type     text     NOT NULL
);
INSERT INTO entry_kind
SELECT a.n * 3 + t.n, a.asset_id, a.currency, t.type
FROM (VALUES (0, 'khr#nbc', 'KHR'), (1, 'usd#nbc', 'USD')) AS a (n, asset_id, currency),
     (VALUES (0, 'SEND_PAY'), (1, 'DEPOSIT'), (2, 'RECEIVE')) AS t (n, type);

-- Sealed: the opening of an account.
CREATE TABLE account (
  seq        bigint           PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL UNIQUE CHECK (account_id ~ '^[a-z0-9_]{1,32}@[a-z0-9_]{1,9}$'),
  kind       text             NOT NULL CHECK (kind IN ('MAIN', 'CUSTOMER', 'SETTLEMENT', 'ISSUANCE')),
  bank_code  text             CHECK (char_length(bank_code) BETWEEN 1 AND 32),
  status     text             NOT NULL CHECK (status IN ('ACTIVATED', 'DEACTIVATED')),
  created    timestamptz(3)   NOT NULL
);

-- Mutable: what may be done with an account now. Whoever changes it locks its row; so does each batch that touches it.
CREATE TABLE account_state (
  account_id          text COLLATE "C" PRIMARY KEY,
  kind                text    NOT NULL,
  frozen              boolean NOT NULL DEFAULT false,
  status              text    NOT NULL CHECK (status IN ('ACTIVATED', 'DEACTIVATED', 'DELETED')),
  day_limit_khr_minor bigint  CHECK (day_limit_khr_minor >= 0),
  day_limit_usd_minor bigint  CHECK (day_limit_usd_minor >= 0)
) WITH (fillfactor = 70);

-- Sealed: a signing key given to an account, or taken from it.
CREATE TABLE key_registration (
  seq        bigint           PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  key_id     text COLLATE "C" NOT NULL CHECK (char_length(key_id) BETWEEN 1 AND 64),
  action     text             NOT NULL CHECK (action IN ('REGISTER', 'REVOKE')),
  public_key bytea            NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 128),
  created    timestamptz(3)   NOT NULL
);
CREATE UNIQUE INDEX key_registration_key_id ON key_registration (key_id, action);
CREATE INDEX key_registration_account_id ON key_registration (account_id, seq);

-- Sealed: money moved once, from one account of the book to another. `source_account_id` and `destination_account_id` are
-- what people see; where one of them is another bank's account, the book's own leg is that bank's settlement account.
CREATE TABLE transfer (
  seq                      bigint           PRIMARY KEY,
  created                  timestamptz(3)   NOT NULL,
  hash                     bytea            NOT NULL,
  nonce                    bytea            NOT NULL,
  state                    smallint         NOT NULL,
  amount_minor             bigint           NOT NULL,
  debit_account_id         text COLLATE "C" NOT NULL,
  credit_account_id        text COLLATE "C" NOT NULL,
  source_account_id        text COLLATE "C" NOT NULL,
  destination_account_id   text COLLATE "C" NOT NULL,
  paired_seq               bigint,
  group_seq                bigint,
  fi_transaction_id        text COLLATE "C" NOT NULL,
  fast_transaction_id      text COLLATE "C",
  ext_ref                  text COLLATE "C",
  description              text,
  source_name              text,
  source_phone_number      text COLLATE "C",
  destination_name         text,
  destination_phone_number text COLLATE "C",
  details                  jsonb            NOT NULL,
  key_id                   text COLLATE "C",
  signature                bytea,
  CHECK (amount_minor > 0 AND credit_account_id <> debit_account_id)
);
CREATE UNIQUE INDEX transfer_hash ON transfer (hash);
CREATE INDEX transfer_fi_transaction_id ON transfer (fi_transaction_id);
CREATE INDEX transfer_fast_transaction_id ON transfer (fast_transaction_id) WHERE fast_transaction_id IS NOT NULL;
CREATE INDEX transfer_ext_ref ON transfer (ext_ref) WHERE ext_ref IS NOT NULL;
CREATE INDEX transfer_foreign_source ON transfer (source_account_id, seq) WHERE source_account_id <> debit_account_id;
CREATE INDEX transfer_foreign_destination ON transfer (destination_account_id, seq)
  WHERE destination_account_id <> credit_account_id;
CREATE INDEX transfer_source_name ON transfer (lower(source_name) COLLATE "C") WHERE source_name IS NOT NULL;
CREATE INDEX transfer_destination_name ON transfer (lower(destination_name) COLLATE "C")
  WHERE destination_name IS NOT NULL;
CREATE INDEX transfer_source_phone_number ON transfer (source_phone_number) WHERE source_phone_number IS NOT NULL;
CREATE INDEX transfer_destination_phone_number ON transfer (destination_phone_number)
  WHERE destination_phone_number IS NOT NULL;

-- Sealed with its transfer: the debit (below zero) and the credit (above) of each transfer.
CREATE TABLE entry (
  account_id          text COLLATE "C" NOT NULL,
  kind                smallint         NOT NULL,
  seq                 bigint           NOT NULL,
  amount_minor        bigint           NOT NULL,
  balance_after_minor bigint           NOT NULL,
  PRIMARY KEY (account_id, kind, seq)
);

-- Sealed: something that befell a transaction. `state` = `previous_state` where a message was only noted.
CREATE TABLE event (
  seq            bigint           PRIMARY KEY,
  transfer_seq   bigint           NOT NULL,
  created        timestamptz(3)   NOT NULL,
  previous_state smallint         NOT NULL,
  state          smallint         NOT NULL,
  paired_seq     bigint,
  message_id     text COLLATE "C",
  details        jsonb            NOT NULL
);
CREATE INDEX event_transfer_seq ON event (transfer_seq, seq);

-- Sealed: a key under which a command was accepted, kept for good. The command's own records begin at `first_seq` and end
-- at `seq` - 1.
CREATE TABLE command_key (
  principal    text COLLATE "C" NOT NULL,
  key          text COLLATE "C" NOT NULL,
  seq          bigint           NOT NULL,
  first_seq    bigint           NOT NULL,
  request_hash bytea            NOT NULL,
  PRIMARY KEY (principal, key)
);

-- Projections: written in the same database transaction as what they are drawn from, rebuilt and compared by verify-ledger.

CREATE TABLE balance (
  account_id    text COLLATE "C" NOT NULL,
  asset_id      text COLLATE "C" NOT NULL,
  may_be_negative boolean        NOT NULL,
  balance_minor bigint           NOT NULL CHECK (balance_minor >= 0 OR may_be_negative),
  PRIMARY KEY (account_id, asset_id)
) WITH (fillfactor = 50);

-- One narrow row a transaction: what changes after posting. All else a list shows is in `transfer`, by the same seq.
CREATE TABLE transaction_list (
  seq            bigint   PRIMARY KEY,
  state          smallint NOT NULL,
  incoming       boolean  NOT NULL,
  outgoing       boolean  NOT NULL,
  history        boolean  NOT NULL,
  paired_seq     bigint,
  last_event_seq bigint
);
CREATE INDEX transaction_list_incoming ON transaction_list (seq) WHERE incoming;
CREATE INDEX transaction_list_outgoing ON transaction_list (seq) WHERE outgoing;
CREATE INDEX transaction_list_incoming_state ON transaction_list (state, seq) WHERE incoming;
CREATE INDEX transaction_list_outgoing_state ON transaction_list (state, seq) WHERE outgoing;
CREATE INDEX transaction_list_history_state ON transaction_list (state, seq) WHERE history;

-- Counts and sums by Phnom Penh day. `list` is INCOMING, OUTGOING, HISTORY or an account id; for an account the state's type
-- is the account's own view of it. A row that changes state moves from one rollup row to another; min_seq and max_seq bound
-- whatever has ever been counted here.
CREATE TABLE rollup (
  list      text COLLATE "C" NOT NULL,
  day       date             NOT NULL,
  state     smallint         NOT NULL,
  count     bigint           NOT NULL,
  sum_minor numeric(38, 0)   NOT NULL,
  min_seq   bigint           NOT NULL,
  max_seq   bigint           NOT NULL,
  PRIMARY KEY (list, day, state),
  CHECK (count >= 0 AND sum_minor >= 0)
) WITH (fillfactor = 50);

-- Guards.

CREATE FUNCTION refuse_change_of_sealed_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is sealed: rows are only ever added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- ALWAYS: neither the owner, nor a superuser, nor session_replication_role passes without an ALTER TABLE that is seen.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['block', 'account', 'key_registration', 'transfer', 'entry', 'event', 'command_key',
                              'transaction_state', 'entry_kind'] LOOP
    EXECUTE format('CREATE TRIGGER sealed BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_sealed_row()', name);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER sealed', name);
  END LOOP;
END $$;

CREATE FUNCTION refuse_unbalanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE bad bigint;
BEGIN
  SELECT seq INTO bad FROM inserted GROUP BY seq, kind / 3 HAVING sum(amount_minor) <> 0 OR count(*) <> 2 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the entries of transfer % do not sum to zero', bad USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER balanced AFTER INSERT ON entry REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_entries();
ALTER TABLE entry ENABLE ALWAYS TRIGGER balanced;

-- Fails a batch whose update did not meet the rows that it was decided on. Called only then.
CREATE FUNCTION refuse_batch(table_name text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are not what the batch was decided on', table_name USING ERRCODE = 'serialization_failure';
END $$;

GRANT SELECT ON transaction_state, entry_kind TO :"serving";
GRANT SELECT, INSERT ON block, account, key_registration, transfer, entry, event, command_key TO :"serving";
GRANT SELECT, INSERT, UPDATE ON account_state, balance, transaction_list, rollup TO :"serving";
GRANT SELECT, UPDATE ON ledger_head TO :"serving";
