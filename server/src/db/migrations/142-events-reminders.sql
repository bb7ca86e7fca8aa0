-- The Phnom Penh days whose reminders have been written: each once, whichever server comes first.
CREATE TABLE reminder_day (
  day date PRIMARY KEY
);
GRANT SELECT, INSERT, DELETE ON reminder_day TO :"serving";
