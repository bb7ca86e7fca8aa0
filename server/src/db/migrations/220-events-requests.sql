-- Whoever has a list of requests open is told that it has changed: also who signs for an account, and what happened to a
-- change of contact without moving it, such as a wrong code.
CREATE TRIGGER notify_waiting AFTER INSERT OR UPDATE OF status ON authorizer_change
  FOR EACH STATEMENT EXECUTE FUNCTION notify_waiting();
CREATE TRIGGER notify_waiting AFTER INSERT ON contact_change_event
  FOR EACH STATEMENT EXECUTE FUNCTION notify_waiting();
