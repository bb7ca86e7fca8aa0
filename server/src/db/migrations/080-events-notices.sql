-- Notices for whoever listens: that requests wait or no longer do (`waiting`), and that what somebody may do has changed
-- (`access`, with the user's id, or empty for everybody). The ledger gives its own, one a batch.
CREATE FUNCTION notify_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('waiting', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER notify_waiting AFTER INSERT OR DELETE OR UPDATE OF status ON verification_request
  FOR EACH STATEMENT EXECUTE FUNCTION notify_waiting();

-- The argument names the column with the user's id.
CREATE FUNCTION notify_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM pg_notify('access', changed ->> TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE FUNCTION notify_access_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access', '');
  RETURN NULL;
END $$;
-- `last_seen` is not among them: it changes every minute and takes nothing from anybody.
CREATE TRIGGER notify_access AFTER DELETE OR UPDATE OF ended_at, expires, scope ON session
  FOR EACH ROW EXECUTE FUNCTION notify_access('user_id');
CREATE TRIGGER notify_access AFTER DELETE OR UPDATE OF blocked, activated ON console_user
  FOR EACH ROW EXECUTE FUNCTION notify_access('id');
CREATE TRIGGER notify_access AFTER INSERT OR DELETE OR UPDATE ON console_user_authority
  FOR EACH ROW EXECUTE FUNCTION notify_access('user_id');
CREATE TRIGGER notify_access AFTER INSERT OR DELETE OR UPDATE ON console_user_role
  FOR EACH ROW EXECUTE FUNCTION notify_access('user_id');
CREATE TRIGGER notify_access AFTER INSERT OR DELETE OR UPDATE ON role_permission
  FOR EACH STATEMENT EXECUTE FUNCTION notify_access_of_all();
