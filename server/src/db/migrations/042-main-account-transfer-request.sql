-- Transfers asked for under a key, so that whoever lost the answer can be told the truth. A request may still be posted until
-- its deadline; once somebody was told that nothing was posted, the key is closed and can never be posted late.
CREATE TABLE transfer_request (
  principal text COLLATE "C" NOT NULL,
  key       text COLLATE "C" NOT NULL,
  deadline  timestamptz(3)   NOT NULL,
  closed    boolean          NOT NULL DEFAULT false,
  PRIMARY KEY (principal, key)
) WITH (fillfactor = 80);

GRANT SELECT, INSERT, UPDATE ON transfer_request TO :"serving";
