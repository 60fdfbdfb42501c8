/**
 * `outgoing_mail`: what is to be sent; a row goes when it was sent, and after a week when it could not be. `person_id`: whom
 * it is for, where that is somebody who uses the appliance. `reminded`: what a person has been told once, and is not told
 * again. `action.series_id`: the series of a meeting whose recording has gone; else the meeting says it.
 */
export const mail = `
CREATE TABLE outgoing_mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER REFERENCES person (id) ON DELETE CASCADE,
  recipients TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  file_name TEXT,
  file BLOB,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at TEXT NOT NULL,
  error TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX outgoing_mail_next ON outgoing_mail (next_at);

CREATE TABLE reminded (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (person_id, what)
) WITHOUT ROWID;

ALTER TABLE action ADD COLUMN series_id INTEGER REFERENCES series (id) ON DELETE SET NULL;
CREATE INDEX action_series ON action (series_id) WHERE series_id IS NOT NULL;
`
