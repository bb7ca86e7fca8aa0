-- The chain over the audit log: one row an entry, in the order (transaction_id, id), each hash over the one before and the
-- entry's own text. Apart from the entries, which are never updated. Append-only for the serving role as they are.
CREATE TABLE audit_seal (
  seq            bigint         PRIMARY KEY CHECK (seq > 0),
  entry_id       bigint         NOT NULL UNIQUE,
  transaction_id xid8           NOT NULL,
  hash           bytea          NOT NULL CHECK (octet_length(hash) = 32),
  sealed         timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
GRANT SELECT, INSERT ON audit_seal TO :"serving";
