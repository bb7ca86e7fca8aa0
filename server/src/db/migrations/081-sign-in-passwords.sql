-- One-time passwords are 100 random bits and so are kept as a plain SHA-256: comparing one costs nothing, and signing in
-- stays one password hash for everybody, whether or not one is pending.
ALTER TABLE console_user
  ADD CONSTRAINT one_time_password_is_sha256 CHECK (one_time_password_hash ~ '^sha256:[A-Za-z0-9+/=]{44}$');

-- Old sessions go in the order in which they ended or ran out.
CREATE INDEX session_expires ON session (expires);
