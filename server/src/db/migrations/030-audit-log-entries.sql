-- What happened, who did it, and what it was before: one row a change, written in the change's own transaction.
-- Append-only for the serving role. The chain is laid over it afterwards by one sealer, which takes the rows of the
-- transactions below the snapshot's xmin in the order (transaction_id, id); nothing can commit behind it.
CREATE TABLE audit_log (
  id             bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id xid8           NOT NULL DEFAULT pg_current_xact_id(),
  created        timestamptz(3) NOT NULL DEFAULT now(),
  -- Null where nobody was signed in, or no person did it. No foreign key: an entry outlives everything it names.
  user_id        bigint,
  login          text           CHECK (char_length(login) <= 64),
  full_name      text           CHECK (char_length(full_name) <= 300),
  -- Authorities and role names of that moment.
  roles          jsonb          NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(roles) = 'array'),
  activity       text           NOT NULL CHECK (activity ~ '^[A-Z][A-Z0-9_]{1,63}$'),
  description    text           NOT NULL CHECK (char_length(description) <= 1000),
  -- What it was done to: an account id, a login, a hash.
  subject        text           CHECK (char_length(subject) <= 256),
  old_values     jsonb,
  new_values     jsonb,
  request_id     text           CHECK (char_length(request_id) <= 64),
  address        text           CHECK (char_length(address) <= 64)
);
CREATE INDEX audit_log_created ON audit_log (created DESC, id DESC);
CREATE INDEX audit_log_activity ON audit_log (activity, created DESC);
CREATE INDEX audit_log_subject ON audit_log (subject, created DESC) WHERE subject IS NOT NULL;
CREATE INDEX audit_log_seal ON audit_log (transaction_id, id);
CREATE INDEX audit_log_roles ON audit_log USING gin (roles);

CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();

GRANT SELECT, INSERT ON audit_log TO :"serving";
