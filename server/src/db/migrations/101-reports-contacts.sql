-- A contact as the screens show it, so that no spreadsheet makes a number of it: a phone number in its groups.
CREATE OR REPLACE FUNCTION csv_contact(contact text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN contact ~ '^855[1-9][0-9]{7,8}$'
       THEN '+855 ' || substr(contact, 4, 2) || ' ' || substr(contact, 6, 3) || ' ' || substr(contact, 9)
       ELSE csv_text(contact) END;
