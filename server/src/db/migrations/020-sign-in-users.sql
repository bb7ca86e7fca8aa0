-- The people of the console, what they may do, and their sessions (decisions sections 4 and 5).

CREATE TABLE console_user (
  id                       bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Trimmed and lower-cased by whoever writes it: one person, one spelling.
  login                    text           NOT NULL UNIQUE
                                          CHECK (char_length(login) BETWEEN 1 AND 64 AND login = lower(btrim(login))),
  first_name               text           NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 140),
  last_name                text           NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 140),
  email                    text           CHECK (char_length(email) BETWEEN 3 AND 254),
  password_hash            text           NOT NULL CHECK (char_length(password_hash) <= 256),
  password_changed_at      timestamptz(3) NOT NULL,
  -- Set at creation and by a reset: the next sign-in may do nothing but choose a new password (code 97).
  force_password_change    boolean        NOT NULL DEFAULT false,
  -- A forgotten password's stand-in; the old password works until this one is used.
  one_time_password_hash   text           CHECK (char_length(one_time_password_hash) <= 256),
  one_time_password_expires timestamptz(3),
  blocked                  boolean        NOT NULL DEFAULT false,
  activated                boolean        NOT NULL DEFAULT true,
  created                  timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((one_time_password_hash IS NULL) = (one_time_password_expires IS NULL))
);

-- Earlier passwords, so that none of the last five comes back (code 93).
CREATE TABLE console_user_password (
  user_id       bigint         NOT NULL REFERENCES console_user ON DELETE CASCADE,
  password_hash text           NOT NULL CHECK (char_length(password_hash) <= 256),
  changed_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, changed_at)
);

CREATE TABLE console_user_authority (
  user_id   bigint NOT NULL REFERENCES console_user ON DELETE CASCADE,
  authority text   NOT NULL CHECK (authority ~ '^ROLE_[A-Z_]{1,40}$'),
  PRIMARY KEY (user_id, authority)
);

CREATE TABLE role (
  id      bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name    text           NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 64),
  created timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE role_permission (
  role_id    bigint NOT NULL REFERENCES role ON DELETE CASCADE,
  permission text   NOT NULL CHECK (char_length(permission) BETWEEN 1 AND 100),
  PRIMARY KEY (role_id, permission)
);

-- A role in use cannot be deleted.
CREATE TABLE console_user_role (
  user_id bigint NOT NULL REFERENCES console_user ON DELETE CASCADE,
  role_id bigint NOT NULL REFERENCES role ON DELETE RESTRICT,
  PRIMARY KEY (user_id, role_id)
);
CREATE INDEX console_user_role_role_id ON console_user_role (role_id);

-- Failures since the last success, counted before the password is hashed. Apart from console_user, so that a guesser
-- never rewrites the person's own row.
CREATE TABLE sign_in_attempt (
  user_id      bigint         PRIMARY KEY REFERENCES console_user ON DELETE CASCADE,
  failures     integer        NOT NULL CHECK (failures >= 0),
  locked_until timestamptz(3)
) WITH (fillfactor = 50);

-- Failures by address, whoever they named.
CREATE TABLE sign_in_address (
  address     text           PRIMARY KEY CHECK (char_length(address) <= 64),
  failures    integer        NOT NULL CHECK (failures >= 0),
  window_ends timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

-- What a token names. Its row is read on every request, so that a block, a logout or a lost permission acts on the next one.
CREATE TABLE session (
  id         text           PRIMARY KEY CHECK (char_length(id) BETWEEN 16 AND 64),
  user_id    bigint         NOT NULL REFERENCES console_user ON DELETE CASCADE,
  scope      text           NOT NULL CHECK (scope IN ('FULL', 'PASSWORD')),
  created    timestamptz(3) NOT NULL DEFAULT now(),
  -- Written at most once a minute.
  last_seen  timestamptz(3) NOT NULL DEFAULT now(),
  expires    timestamptz(3) NOT NULL,
  ended_at   timestamptz(3),
  address    text           NOT NULL CHECK (char_length(address) <= 64),
  user_agent text           NOT NULL CHECK (char_length(user_agent) <= 256)
) WITH (fillfactor = 70);
CREATE INDEX session_user_id ON session (user_id) WHERE ended_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON console_user, role, session, sign_in_attempt, sign_in_address TO :"serving";
GRANT SELECT, INSERT, DELETE ON console_user_password, console_user_authority, role_permission, console_user_role
  TO :"serving";
GRANT DELETE ON role, session, sign_in_address TO :"serving";
