-- What goes to the national network and what comes from it (decisions section 7).

-- Messages to the network, written with the posting that they tell of and sent after its commit, at least once, until the
-- network has answered. The body is the exact text that is signed and sent, however often. Mutable: how delivery stands.
CREATE TABLE network_outbox (
  id               bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id       text COLLATE "C" NOT NULL UNIQUE CHECK (message_id ~ '^[A-Za-z0-9_.:-]{8,64}$'),
  type             text             NOT NULL CHECK (type IN ('TRANSFER', 'DECISION')),
  -- What it is about, lower-case hex; messages about one transaction go out one after the other, in this order.
  transaction_hash text COLLATE "C" NOT NULL CHECK (transaction_hash ~ '^[0-9a-f]{64}$'),
  body             text             NOT NULL CHECK (octet_length(body) <= 16384),
  created          timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  state            text             NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'DELIVERED', 'REJECTED')),
  attempts         integer          NOT NULL DEFAULT 0,
  next_attempt     timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  -- Whoever sends it holds it until then; a sender that dies lets go of it by the clock.
  leased_until     timestamptz(3),
  settled_at       timestamptz(3),
  -- Why the network rejected it, or what went wrong last.
  reason           text             CHECK (char_length(reason) <= 300),
  CHECK ((state = 'WAITING') = (settled_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX network_outbox_due ON network_outbox (next_attempt, id) WHERE state = 'WAITING';
CREATE INDEX network_outbox_transaction ON network_outbox (transaction_hash, id);
-- Of a decision one message is on its way at most: a rejected one is followed by another, never by two.
CREATE UNIQUE INDEX network_outbox_one_decision ON network_outbox (transaction_hash)
  WHERE type = 'DECISION' AND state <> 'REJECTED';

-- Messages from the network that were applied or refused for good, each with the answer that it gets however often it
-- comes. Written with the posting or event that it brought about.
CREATE TABLE network_message (
  message_id       text COLLATE "C" PRIMARY KEY CHECK (message_id ~ '^[A-Za-z0-9_.:-]{8,64}$'),
  type             text             NOT NULL CHECK (type IN ('DEPOSIT', 'STATUS')),
  -- The deposit's or the transfer's name.
  subject          text COLLATE "C" NOT NULL CHECK (char_length(subject) <= 64),
  body_hash        text COLLATE "C" NOT NULL CHECK (body_hash ~ '^[0-9a-f]{64}$'),
  received         timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  outcome          text             NOT NULL CHECK (outcome IN ('ACCEPTED', 'REFUSED')),
  effect           text             CHECK (effect IN ('MOVES', 'REPEATS', 'LATE', 'CONTRADICTS')),
  answer           text             NOT NULL CHECK (octet_length(answer) <= 4096)
);
CREATE UNIQUE INDEX network_message_deposit ON network_message (subject) WHERE type = 'DEPOSIT' AND outcome = 'ACCEPTED';
CREATE INDEX network_message_contradicts ON network_message (received) WHERE effect = 'CONTRADICTS';

-- Transfers to other banks, and when to ask the network about one that it is silent on. Mutable.
CREATE TABLE network_transfer (
  transfer_id      text COLLATE "C" PRIMARY KEY CHECK (char_length(transfer_id) BETWEEN 8 AND 64),
  transaction_hash text COLLATE "C" NOT NULL UNIQUE CHECK (transaction_hash ~ '^[0-9a-f]{64}$'),
  settled          boolean          NOT NULL DEFAULT false,
  last_heard       timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  next_inquiry     timestamptz(3)   NOT NULL,
  inquiries        integer          NOT NULL DEFAULT 0
) WITH (fillfactor = 80);
CREATE INDEX network_transfer_silent ON network_transfer (next_inquiry) WHERE NOT settled;

GRANT SELECT, INSERT, UPDATE ON network_outbox, network_transfer TO :"serving";
GRANT SELECT, INSERT ON network_message TO :"serving";
