-- The bank's branches. An account in the head branch is direct, one in no branch indirect (decisions section 8).
CREATE TABLE branch (
  id          integer NOT NULL PRIMARY KEY CHECK (id BETWEEN 1 AND 999999999),
  name        text    NOT NULL CHECK (char_length(name) BETWEEN 1 AND 140),
  head_branch boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX branch_head ON branch (head_branch) WHERE head_branch;
INSERT INTO branch (id, name, head_branch) VALUES (1, 'Head branch', true);
GRANT SELECT ON branch TO :"serving";

ALTER TABLE customer ADD COLUMN branch_id integer REFERENCES branch;
-- One for each order that the two lists have.
CREATE INDEX customer_branch_account ON customer (branch_id, account_id);
CREATE INDEX customer_branch_name ON customer
  (branch_id, (coalesce(organization_name, full_name)) COLLATE "km-x-icu", account_id);

-- What the customers' accounts are and hold, by branch (0: in none) and type, as of the record `seq` of the book. Readers add
-- what the book says beyond it; the server moves `seq` on every few seconds (decision 105). A projection.
CREATE TABLE domain_total (
  branch_id    integer        NOT NULL,
  account_type text           NOT NULL CHECK (account_type IN ('MOBILE', 'DESKTOP', 'WEB')),
  count        bigint         NOT NULL CHECK (count >= 0),
  khr_minor    numeric(38, 0) NOT NULL,
  usd_minor    numeric(38, 0) NOT NULL,
  PRIMARY KEY (branch_id, account_type)
) WITH (fillfactor = 50);
CREATE TABLE domain_total_head (
  id  smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  seq bigint   NOT NULL
) WITH (fillfactor = 10);
INSERT INTO domain_total_head (seq) SELECT seq FROM ledger_head WHERE id = 1;
INSERT INTO domain_total (branch_id, account_type, count, khr_minor, usd_minor)
SELECT 0, c.account_type, count(*), sum(k.balance_minor), sum(u.balance_minor)
FROM customer c
JOIN balance k ON k.account_id = c.account_id AND k.asset_id = 'khr#nbc'
JOIN balance u ON u.account_id = c.account_id AND u.asset_id = 'usd#nbc'
GROUP BY c.account_type;
GRANT SELECT, INSERT, UPDATE ON domain_total TO :"serving";
GRANT SELECT, UPDATE ON domain_total_head TO :"serving";
