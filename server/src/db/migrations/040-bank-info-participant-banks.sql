-- The banks of the national network, this one among them. The others' accounts live elsewhere: in this book each of them
-- has one settlement account, named by the ledger from the participant code.
CREATE TABLE participant_bank (
  participant_code text COLLATE "C" PRIMARY KEY CHECK (participant_code ~ '^[A-Z0-9]{4,12}$'),
  name             text             NOT NULL CHECK (char_length(name) BETWEEN 1 AND 140),
  domain           text COLLATE "C" NOT NULL UNIQUE CHECK (domain ~ '^[a-z0-9_]{1,9}$'),
  main_account_id  text COLLATE "C" NOT NULL UNIQUE CHECK (main_account_id ~ '^[a-z0-9_]{1,32}@[a-z0-9_]{1,9}$'),
  own              boolean          NOT NULL DEFAULT false,
  -- How mobile customers register: with a phone (SMS) or an e-mail address as their primary contact. The own bank's only.
  mobile_registration text          CHECK (mobile_registration IN ('SMS', 'EMAIL')),
  created_at       timestamptz(3)   NOT NULL DEFAULT now(),
  CHECK (NOT own OR mobile_registration IS NOT NULL)
);
-- One installation serves one bank.
CREATE UNIQUE INDEX participant_bank_own ON participant_bank (own) WHERE own;

GRANT SELECT, INSERT, UPDATE ON participant_bank TO :"serving";
