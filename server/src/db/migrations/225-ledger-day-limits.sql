-- A day limit that many accounts have: one row to change, however many. What stands in `account_state` itself holds for accounts
-- that have none of these; where one has, it says what the limit was when it was given.
CREATE TABLE day_limit (
  day_limit_id bigint PRIMARY KEY,
  khr_minor    bigint NOT NULL CHECK (khr_minor >= 0),
  usd_minor    bigint NOT NULL CHECK (usd_minor >= 0)
);
GRANT SELECT, INSERT, UPDATE ON day_limit TO :"serving";

ALTER TABLE account_state ADD COLUMN day_limit_id bigint REFERENCES day_limit;

INSERT INTO day_limit SELECT id, day_limit_khr_minor, day_limit_usd_minor FROM kyc_limit;
UPDATE account_state s SET day_limit_id = a.limit_id
FROM account_limit a WHERE a.account_id = s.account_id AND s.status <> 'DELETED';
