-- How a person likes the portal (decisions section 5: preferences live on the server). Nothing of the bank is in it, so no
-- entry of the audit log tells of it.
CREATE TABLE console_user_preference (
  user_id    bigint         NOT NULL REFERENCES console_user ON DELETE CASCADE,
  name       text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  value      text           NOT NULL CHECK (char_length(value) BETWEEN 1 AND 4000),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, name)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON console_user_preference TO :"serving";
