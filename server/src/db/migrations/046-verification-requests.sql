-- Requests to verify who a customer is, or what has changed of them: what it would be, beside what it was when asked.
CREATE TABLE verification_request (
  id              bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id      text COLLATE "C" NOT NULL REFERENCES customer,
  account_type    text             NOT NULL CHECK (account_type IN ('MOBILE', 'DESKTOP', 'WEB')),
  status          text             NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
  -- Goes up with each edit, so that nobody approves what they have not seen.
  revision        integer          NOT NULL DEFAULT 1,
  old_values      jsonb            NOT NULL CHECK (jsonb_typeof(old_values) = 'object'),
  new_values      jsonb            NOT NULL CHECK (jsonb_typeof(new_values) = 'object'),
  old_photo_id    uuid             REFERENCES customer_image,
  old_identity_id uuid             REFERENCES customer_image,
  photo_id        uuid             REFERENCES customer_image,
  identity_id     uuid             REFERENCES customer_image,
  -- What the app's check of the face found: {live, liveConfidenceAvg, faceMatch}.
  identity_check  jsonb            CHECK (jsonb_typeof(identity_check) = 'object'),
  -- An app by its name, or a person of the bank; whoever asks never approves (decisions section 4).
  requested_by    text             NOT NULL CHECK (char_length(requested_by) <= 300),
  requested_by_user bigint,
  requested_at    timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  updated_at      timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  decided_at      timestamptz(3),
  decided_by      text             CHECK (char_length(decided_by) <= 300),
  decided_by_user bigint,
  -- Why it was rejected.
  reason          text             CHECK (char_length(reason) BETWEEN 1 AND 255),
  CHECK ((status = 'PENDING') = (decided_at IS NULL)),
  CHECK (status <> 'REJECTED' OR reason IS NOT NULL),
  CHECK (decided_by_user <> requested_by_user)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX verification_request_one_pending ON verification_request (account_id) WHERE status = 'PENDING';
CREATE INDEX verification_request_account ON verification_request (account_id, id DESC);
CREATE INDEX verification_request_queue ON verification_request (account_type, status, requested_at, id);
CREATE INDEX verification_request_photo ON verification_request (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX verification_request_identity ON verification_request (identity_id) WHERE identity_id IS NOT NULL;
CREATE INDEX verification_request_old_photo ON verification_request (old_photo_id) WHERE old_photo_id IS NOT NULL;
CREATE INDEX verification_request_old_identity ON verification_request (old_identity_id)
  WHERE old_identity_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON verification_request TO :"serving";
