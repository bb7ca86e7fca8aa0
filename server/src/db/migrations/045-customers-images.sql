-- Photos and identity documents of customers, as the server encoded them anew: nothing of the file that came is kept but
-- what it shows. The approved ones are the customer's; the others wait in a verification request, or for one.
CREATE TABLE customer_image (
  image_id    uuid             PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id  text COLLATE "C" NOT NULL REFERENCES customer,
  kind        text             NOT NULL CHECK (kind IN ('PHOTO', 'IDENTITY')),
  content     bytea            NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 8388608),
  media_type  text             NOT NULL CHECK (media_type = 'image/jpeg'),
  width       integer          NOT NULL CHECK (width > 0),
  height      integer          NOT NULL CHECK (height > 0),
  -- SHA-256 of the bytes that came: handed in twice, a picture is the same picture.
  source_hash bytea            NOT NULL CHECK (octet_length(source_hash) = 32),
  created     timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (account_id, kind, source_hash)
);
-- Compressed already.
ALTER TABLE customer_image ALTER COLUMN content SET STORAGE EXTERNAL;
GRANT SELECT, INSERT, DELETE ON customer_image TO :"serving";

ALTER TABLE customer
  ADD COLUMN photo_id uuid REFERENCES customer_image,
  ADD COLUMN identity_id uuid REFERENCES customer_image;
CREATE INDEX customer_photo ON customer (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX customer_identity ON customer (identity_id) WHERE identity_id IS NOT NULL;
