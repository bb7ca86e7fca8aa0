-- Every word that a customer is searched by, whole: names in both scripts, the account id, contacts, the document's id. A
-- search asks for words that begin so; nothing typed is ever a pattern, and Khmer words are words.
ALTER TABLE customer ADD COLUMN search_words tsvector GENERATED ALWAYS AS (
  array_to_tsvector(array_remove(string_to_array(lower((
    account_id || ' ' || primary_contact || ' ' || coalesce(secondary_contact, '') || ' ' || coalesce(document_id, '')
    || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
    || ' ' || coalesce(first_name_khmer, '') || ' ' || coalesce(last_name_khmer, '')
    || ' ' || coalesce(organization_name, '') || ' ' || coalesce(organization_name_khmer, '')
  ) COLLATE "default"), ' '), ''))
) STORED;
CREATE INDEX customer_search_words ON customer USING gin (search_words);

-- One for each order that a list has; the oldest of these stands in 041.
CREATE INDEX customer_by_full_name ON customer (account_type, full_name COLLATE "km-x-icu", account_id);
CREATE INDEX customer_by_organization_name ON customer (account_type, organization_name COLLATE "km-x-icu", account_id);
CREATE INDEX customer_by_account ON customer (account_type, account_id);
CREATE INDEX customer_by_primary_contact ON customer (account_type, primary_contact, account_id);
-- Prefix searches go by words now.
DROP INDEX customer_full_name, customer_name_khmer, customer_organization_name, customer_organization_name_khmer;

-- What was changed of a customer, one row a field, only ever added to.
CREATE TABLE profile_change (
  id            bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    text COLLATE "C" NOT NULL REFERENCES customer,
  field_name    text             NOT NULL CHECK (field_name ~ '^[a-z][A-Za-z]{1,40}$'),
  old_value     text             CHECK (char_length(old_value) <= 255),
  current_value text             CHECK (char_length(current_value) <= 255),
  changed_by    text             NOT NULL CHECK (char_length(changed_by) <= 300),
  changed_at    timestamptz(3)   NOT NULL DEFAULT clock_timestamp(),
  remarks       text             CHECK (char_length(remarks) <= 255),
  CHECK (old_value IS DISTINCT FROM current_value)
);
CREATE INDEX profile_change_account ON profile_change (account_id, id DESC);
GRANT SELECT, INSERT ON profile_change TO :"serving";
