-- Requests to change the contact that an account is known by (decisions section 8). The code that the new contact gets is in
-- one_time_code.
CREATE TABLE contact_change (
  id              bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id      text COLLATE "C" NOT NULL REFERENCES customer,
  account_type    text             NOT NULL CHECK (account_type IN ('MOBILE', 'DESKTOP', 'WEB')),
  -- Normalised as the customer's are.
  old_contact     text COLLATE "C" NOT NULL CHECK (char_length(old_contact) BETWEEN 3 AND 254),
  new_contact     text COLLATE "C" NOT NULL CHECK (char_length(new_contact) BETWEEN 3 AND 254),
  status          text             NOT NULL DEFAULT 'OPEN'
                  CHECK (status IN ('OPEN', 'VERIFIED', 'AUTHORIZED', 'REJECTED', 'CANCELED', 'CLOSED')),
  creator_user_id bigint           NOT NULL,
  creator_login   text             NOT NULL CHECK (char_length(creator_login) <= 128),
  creator_name    text             NOT NULL CHECK (char_length(creator_name) <= 300),
  created         timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  -- When it came into its status: what waiting is counted from.
  status_since    timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  authorized_by   bigint,
  reason          text             CHECK (char_length(reason) BETWEEN 1 AND 255),
  CHECK (new_contact <> old_contact),
  -- Nobody approves what they created (decisions section 4).
  CHECK (authorized_by <> creator_user_id),
  CHECK (status NOT IN ('AUTHORIZED', 'CLOSED') OR authorized_by IS NOT NULL),
  CHECK (status <> 'REJECTED' OR reason IS NOT NULL)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX contact_change_one_open ON contact_change (account_id)
  WHERE status IN ('OPEN', 'VERIFIED', 'AUTHORIZED');
-- Two accounts of a kind that want the same contact: only one of them may be under way.
CREATE UNIQUE INDEX contact_change_one_contact ON contact_change (new_contact, account_type)
  WHERE status IN ('OPEN', 'VERIFIED', 'AUTHORIZED');
CREATE INDEX contact_change_created ON contact_change (created DESC, id DESC);
CREATE INDEX contact_change_status ON contact_change (status, created DESC, id DESC);
CREATE INDEX contact_change_account ON contact_change (account_id, id DESC);
CREATE INDEX contact_change_waiting ON contact_change (status, status_since)
  WHERE status IN ('OPEN', 'VERIFIED', 'AUTHORIZED');
GRANT SELECT, INSERT, UPDATE ON contact_change TO :"serving";

CREATE TRIGGER notify_waiting AFTER INSERT OR UPDATE OF status ON contact_change
  FOR EACH STATEMENT EXECUTE FUNCTION notify_waiting();

-- Who did what when, and why. Append-only.
CREATE TABLE contact_change_event (
  id         bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id bigint         NOT NULL REFERENCES contact_change,
  event      text           NOT NULL CHECK (event IN ('CREATED', 'CODE_RESENT', 'CODE_REFUSED', 'VERIFIED', 'AUTHORIZED',
                                                      'REJECTED', 'CANCELED', 'CLOSED')),
  at         timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  by_name    text           NOT NULL CHECK (char_length(by_name) <= 300),
  by_login   text           CHECK (char_length(by_login) <= 128),
  reason     text           CHECK (char_length(reason) BETWEEN 1 AND 255)
);
CREATE INDEX contact_change_event_request ON contact_change_event (request_id, id);
GRANT SELECT, INSERT ON contact_change_event TO :"serving";
