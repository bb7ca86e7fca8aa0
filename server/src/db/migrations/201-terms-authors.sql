-- Who wrote a version, by the name of that time; `created_by` is the login.
ALTER TABLE terms_version ADD COLUMN author_name text CHECK (char_length(author_name) BETWEEN 1 AND 300);
