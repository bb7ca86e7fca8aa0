-- A name that very many transfers bear is searched in a window of the sequence: the index knows it, so that only the window's
-- transfers are read.
DROP INDEX transfer_source_name;
DROP INDEX transfer_destination_name;
CREATE INDEX transfer_source_name ON transfer (lower(source_name) COLLATE "C", seq) WHERE source_name IS NOT NULL;
CREATE INDEX transfer_destination_name ON transfer (lower(destination_name) COLLATE "C", seq)
  WHERE destination_name IS NOT NULL;
