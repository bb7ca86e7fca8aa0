-- Desktop accounts that may sign for another one.
CREATE TABLE authorizer (
  account_id            text COLLATE "C" NOT NULL REFERENCES customer,
  authorizer_account_id text COLLATE "C" NOT NULL REFERENCES customer,
  since                 timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, authorizer_account_id),
  CHECK (account_id <> authorizer_account_id)
);
GRANT SELECT, INSERT, DELETE ON authorizer TO :"serving";

-- Each change of it, carried out soon after it was asked for; its rows are the history.
CREATE TABLE authorizer_change (
  id                    bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id            text COLLATE "C" NOT NULL REFERENCES customer,
  authorizer_account_id text COLLATE "C" NOT NULL REFERENCES customer,
  direction             text             NOT NULL CHECK (direction IN ('ADD_SIGNATORY', 'REMOVE_SIGNATORY')),
  status                text             NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED')),
  made_by_login         text             CHECK (char_length(made_by_login) <= 128),
  made_by_name          text             NOT NULL CHECK (char_length(made_by_name) <= 300),
  created               timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  settled               timestamptz(3),
  reason                text             CHECK (char_length(reason) BETWEEN 1 AND 255),
  CHECK (account_id <> authorizer_account_id),
  CHECK ((status = 'PENDING') = (settled IS NULL)),
  CHECK (status <> 'FAILED' OR reason IS NOT NULL)
);
CREATE UNIQUE INDEX authorizer_change_one_open ON authorizer_change (account_id, authorizer_account_id)
  WHERE status = 'PENDING';
CREATE INDEX authorizer_change_account ON authorizer_change (account_id, created DESC, id DESC);
CREATE INDEX authorizer_change_pending ON authorizer_change (id) WHERE status = 'PENDING';
GRANT SELECT, INSERT, UPDATE ON authorizer_change TO :"serving";
