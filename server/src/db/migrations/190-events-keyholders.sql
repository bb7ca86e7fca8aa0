-- Gives notice that the keyholders' ceremony went a step on: somebody submitted, the key was made, or shares were erased.
CREATE FUNCTION notify_keyholders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('keyholders', '');
  RETURN NULL;
END $$;
CREATE TRIGGER notify_keyholders AFTER INSERT OR UPDATE ON keyholder_ceremony
  FOR EACH STATEMENT EXECUTE FUNCTION notify_keyholders();
CREATE TRIGGER notify_keyholders AFTER INSERT OR UPDATE OF wrapped_share, submitted_at ON keyholder_share
  FOR EACH STATEMENT EXECUTE FUNCTION notify_keyholders();
