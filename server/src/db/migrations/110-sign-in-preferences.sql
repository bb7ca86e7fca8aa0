-- How a person likes to see the portal, by table or place; opaque here. The oldest give way beyond a few hundred.
CREATE TABLE console_user_preference (
  user_id bigint           NOT NULL REFERENCES console_user ON DELETE CASCADE,
  name    text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  value   text             NOT NULL CHECK (char_length(value) <= 4096),
  updated timestamptz(3)   NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, name)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON console_user_preference TO :"serving";
