-- Whoever has a request open is told too that the customer has edited it, and not only that it was decided.
DROP TRIGGER notify_waiting ON verification_request;
CREATE TRIGGER notify_waiting AFTER INSERT OR DELETE OR UPDATE OF status, revision ON verification_request
  FOR EACH STATEMENT EXECUTE FUNCTION notify_waiting();
