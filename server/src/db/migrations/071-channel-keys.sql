-- The keys of the bank's own apps. A key is shown once, when it is made; here is only the hash of its secret, which is
-- random and long enough for one SHA-256.
CREATE TABLE channel_key (
  key_id        text COLLATE "C" PRIMARY KEY CHECK (key_id ~ '^[0-9a-z]{12}$'),
  -- The app that it is of; it stays when the key is replaced.
  app           text COLLATE "C" NOT NULL CHECK (app ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
  secret_hash   bytea            NOT NULL CHECK (octet_length(secret_hash) = 32),
  scopes        text[]           NOT NULL CHECK (cardinality(scopes) > 0),
  account_types text[]           NOT NULL CHECK (cardinality(account_types) > 0),
  created       timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  revoked       timestamptz(3)
);
GRANT SELECT, INSERT, UPDATE ON channel_key TO :"serving";

-- Contacts that an account is being opened for at this moment, so that two requests at once do not open two. A claim ends
-- with its request, or by the clock.
CREATE TABLE channel_opening (
  contact text COLLATE "C" PRIMARY KEY,
  token   uuid             NOT NULL,
  until   timestamptz(3)   NOT NULL
) WITH (fillfactor = 80);
GRANT SELECT, INSERT, UPDATE, DELETE ON channel_opening TO :"serving";

-- Answers to requests under a key that moved no money (the ledger keeps its own): who asks again gets the first one.
CREATE TABLE channel_answer (
  app          text COLLATE "C" NOT NULL,
  key          text COLLATE "C" NOT NULL,
  request_hash bytea            NOT NULL CHECK (octet_length(request_hash) = 32),
  answer       jsonb,
  created      timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (app, key)
);
GRANT SELECT, INSERT, UPDATE ON channel_answer TO :"serving";
