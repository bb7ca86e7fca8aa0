-- Terms and conditions, every version kept; the newest of a channel is in force. `document` is the editor's JSON, or ''.
CREATE TABLE terms_version (
  channel    text           NOT NULL CHECK (channel IN ('MOBILE', 'DESKTOP', 'WEB')),
  version    integer        NOT NULL CHECK (version > 0),
  document   text           NOT NULL CHECK (char_length(document) <= 200000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (channel, version)
);

GRANT SELECT, INSERT ON terms_version TO :"serving";
