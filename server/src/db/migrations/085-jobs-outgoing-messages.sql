-- Mails and text messages on their way to people, written with the change that they tell of and sent after its commit
-- (architecture, convention 10). What they say rests sealed, since it may hold a one-time password or a code, and is
-- wiped once it is delivered; the demo keeps it for its outbox page.
CREATE TABLE outgoing_message (
  id           bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel      text           NOT NULL CHECK (channel IN ('MAIL', 'SMS')),
  -- Why it is sent, e.g. PASSWORD_RESET: what the limits count by.
  purpose      text           NOT NULL CHECK (purpose ~ '^[A-Z][A-Z_]{1,63}$'),
  -- Whom it is about. No foreign key: any area's people get messages.
  subject_id   text           CHECK (char_length(subject_id) <= 128),
  recipient    text           NOT NULL CHECK (char_length(recipient) BETWEEN 3 AND 254),
  sealed       bytea          CHECK (octet_length(sealed) <= 16384),
  created      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Not sent after this: an old one-time password is of no use to anybody.
  expires      timestamptz(3) NOT NULL,
  state        text           NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'FAILED')),
  attempts     integer        NOT NULL DEFAULT 0,
  next_attempt timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Whoever sends it holds it until then; a sender that dies lets go of it by the clock.
  leased_until timestamptz(3),
  settled_at   timestamptz(3),
  reason       text           CHECK (char_length(reason) <= 300),
  CHECK ((state = 'WAITING') = (settled_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX outgoing_message_due ON outgoing_message (next_attempt, id) WHERE state = 'WAITING';
CREATE INDEX outgoing_message_subject ON outgoing_message (subject_id, purpose, created) WHERE subject_id IS NOT NULL;
CREATE INDEX outgoing_message_created ON outgoing_message (created);

GRANT SELECT, INSERT, UPDATE, DELETE ON outgoing_message TO :"serving";
