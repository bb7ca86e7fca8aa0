-- Limits of a day, in minor units: those of the national bank, which nobody here edits, and the bank's own (`custom`).
CREATE TABLE kyc_limit (
  id                  bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  limit_name          text           NOT NULL CHECK (char_length(limit_name) BETWEEN 1 AND 70),
  description         text           CHECK (char_length(description) BETWEEN 1 AND 255),
  custom              boolean        NOT NULL,
  account_type        text           NOT NULL CHECK (account_type IN ('MOBILE', 'DESKTOP', 'WEB')),
  kyc_status          text           NOT NULL CHECK (kyc_status IN ('FULL_KYC', 'PARTIAL_KYC')),
  day_limit_khr_minor bigint         NOT NULL CHECK (day_limit_khr_minor BETWEEN 0 AND 9007199254740991),
  day_limit_usd_minor bigint         NOT NULL CHECK (day_limit_usd_minor BETWEEN 0 AND 900719925474099100),
  -- Goes up with each edit, so that nobody overwrites what they have not seen.
  revision            integer        NOT NULL DEFAULT 1,
  created_at          timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at          timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX kyc_limit_type ON kyc_limit (account_type, id);
CREATE UNIQUE INDEX kyc_limit_national ON kyc_limit (account_type, kyc_status) WHERE NOT custom;

INSERT INTO kyc_limit (limit_name, description, custom, account_type, kyc_status, day_limit_khr_minor, day_limit_usd_minor)
SELECT s.name || ' ' || lower(t.account_type), 'Set by the National Bank of Cambodia', false, t.account_type, s.kyc_status,
  s.khr, s.usd
FROM unnest(ARRAY['MOBILE', 'DESKTOP', 'WEB']) WITH ORDINALITY AS t (account_type, place)
CROSS JOIN (VALUES ('Partial KYC', 'PARTIAL_KYC', 12000000, 300000), ('Full KYC', 'FULL_KYC', 40000000, 1000000))
  AS s (name, kyc_status, khr, usd)
ORDER BY t.place, s.khr;

-- The limit that an account was given. An account without a row has the national one of its kind and KYC status.
CREATE TABLE account_limit (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES customer,
  limit_id   bigint         NOT NULL REFERENCES kyc_limit,
  set_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX account_limit_limit ON account_limit (limit_id, account_id);

GRANT SELECT, INSERT, UPDATE ON kyc_limit, account_limit TO :"serving";
