-- One row that says what this database is, so that production refuses a demo bank and the demo refuses a real one.
-- It is written by the owning role at the first start; the serving role may only read it.
CREATE TABLE installation (
  one_row    boolean PRIMARY KEY DEFAULT true CHECK (one_row),
  kind       text NOT NULL CHECK (kind IN ('demo', 'production', 'test')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  seeded_at  timestamptz(3)
);

GRANT SELECT ON installation TO :"serving";
