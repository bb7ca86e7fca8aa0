-- Requests that fail by themselves may become overdue, and be gone, between two mornings: their kind is mailed when it does.
-- So each kind is mailed once a day, whichever server comes first.
ALTER TABLE reminder_day DROP CONSTRAINT reminder_day_pkey;
ALTER TABLE reminder_day ADD COLUMN kind text;
INSERT INTO reminder_day (day, kind)
  SELECT mailed.day, each.kind FROM reminder_day AS mailed, unnest(ARRAY['deposits', 'verification.mobile', 'verification.desktop',
    'verification.web', 'contact-changes.verify', 'contact-changes.authorize', 'key-recovery.request',
    'key-recovery.authorize']) AS each (kind);
DELETE FROM reminder_day WHERE kind IS NULL;
ALTER TABLE reminder_day ADD PRIMARY KEY (day, kind);
