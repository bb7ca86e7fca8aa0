-- Roles are the area's own from here on; signing in only reads them.
COMMENT ON TABLE role IS 'area: roles';
COMMENT ON TABLE role_permission IS 'area: roles';

-- When somebody last changed the role's permissions: shown, and what an editor's work is held against.
ALTER TABLE role ADD COLUMN changed timestamptz(3) NOT NULL DEFAULT now();
UPDATE role SET changed = created;
-- Two names that differ in capitals only would be read as one.
CREATE UNIQUE INDEX role_name_folded ON role (lower(name));
CREATE INDEX role_permission_permission ON role_permission (permission);

-- Permissions that an access manager made up: roles may carry them, nothing asks for them.
CREATE TABLE permission (
  id      bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name    text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  created timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX permission_name_folded ON permission (lower(name));
GRANT SELECT, INSERT, DELETE ON permission TO :"serving";
