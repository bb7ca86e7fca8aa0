-- When somebody last changed a person's names or rights, or blocked them; passwords and locks are not meant.
ALTER TABLE console_user ADD COLUMN changed timestamptz(3) NOT NULL DEFAULT now();
UPDATE console_user SET changed = created;
