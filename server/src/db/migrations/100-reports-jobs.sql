-- Exports and statements that somebody asked for (decisions section 9). A job is carried out by whoever holds its lease; a
-- server that dies lets go of it by the clock. Its file lies in DATA_DIR for a week, the row stays longer.
CREATE TABLE report_job (
  id            uuid           PRIMARY KEY DEFAULT gen_random_uuid(),
  report_type   text           NOT NULL CHECK (report_type ~ '^[A-Z][A-Z_]{1,63}$'),
  -- Only the creator sees, cancels and fetches it.
  creator_id    bigint         NOT NULL,
  language      text           NOT NULL CHECK (language IN ('en', 'km')),
  -- What its maker works from, and what the person is shown of it.
  params        jsonb          NOT NULL CHECK (jsonb_typeof(params) = 'object'),
  shown_params  jsonb          NOT NULL CHECK (jsonb_typeof(shown_params) = 'object'),
  file_name     text           NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 200),
  state         text           NOT NULL DEFAULT 'REQUESTED'
                CHECK (state IN ('REQUESTED', 'QUERYING', 'GENERATING', 'SUCCESS', 'FAILED', 'CANCELED')),
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  completed_at  timestamptz(3),
  attempts      integer        NOT NULL DEFAULT 0,
  -- Whoever works on it, and until when without another word.
  lease_token   uuid,
  leased_until  timestamptz(3),
  rows_expected bigint,
  rows_written  bigint,
  -- Within DATA_DIR; null once the file is gone.
  file_path     text           CHECK (char_length(file_path) <= 200),
  file_bytes    bigint,
  expires_at    timestamptz(3),
  failure       text           CHECK (char_length(failure) <= 64),
  CHECK ((state IN ('REQUESTED', 'QUERYING', 'GENERATING')) = (completed_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX report_job_creator ON report_job (creator_id, created_at DESC, id DESC);
CREATE INDEX report_job_open ON report_job (leased_until) WHERE completed_at IS NULL;
CREATE INDEX report_job_expires ON report_job (expires_at) WHERE file_path IS NOT NULL;
CREATE INDEX report_job_created ON report_job (created_at);

-- One download of one file, by its address, within a minute; the ticket itself is known to its holder alone.
CREATE TABLE report_ticket (
  hash       bytea          PRIMARY KEY,
  job_id     uuid           NOT NULL REFERENCES report_job ON DELETE CASCADE,
  session_id text           NOT NULL CHECK (char_length(session_id) <= 128),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX report_ticket_expires ON report_ticket (expires_at);
CREATE INDEX report_ticket_job ON report_ticket (job_id);

-- How a cell of a CSV is written. A spreadsheet runs what begins like a formula: such free text gets an apostrophe in front,
-- which it shows as text. Numbers, and phone numbers with their plus, are left as they are.
CREATE FUNCTION csv_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN value ~ '^\s*[-=+@＝＋－＠]|^[\t\r\n]' AND value !~ '^[-+]?[0-9][0-9 .,]*$' THEN '''' || value ELSE value END;

-- Minor units as a plain decimal: KHR has none, USD two.
CREATE FUNCTION csv_amount(minor bigint, currency text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN currency = 'KHR' THEN minor::text
       ELSE CASE WHEN minor < 0 THEN '-' ELSE '' END || abs(minor) / 100 || '.' || lpad((abs(minor) % 100)::text, 2, '0') END;

-- Phnom Penh time, which keeps UTC+7 all year; the column's header says so.
CREATE FUNCTION csv_time(instant timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE RETURN
  to_char((instant AT TIME ZONE 'UTC') + interval '7 hours', 'YYYY-MM-DD HH24:MI:SS');

-- A contact as the screens show it: a stored phone number is digits alone.
CREATE FUNCTION csv_contact(contact text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN contact ~ '^855[0-9]{8,9}$' THEN '+' || contact ELSE csv_text(contact) END;

GRANT SELECT, INSERT, UPDATE, DELETE ON report_job, report_ticket TO :"serving";
