/**
 * Scheduled meetings are meetings without a recording: `held_at` says when. `uid` is that of the calendar that it came from.
 * A feed's address holds a secret, of which only the digest is kept. Personal actions are nobody else's.
 */
export const calendar = `
ALTER TABLE meeting ADD COLUMN duration_min INTEGER;
ALTER TABLE meeting ADD COLUMN agenda TEXT;
ALTER TABLE meeting ADD COLUMN uid TEXT;
ALTER TABLE meeting ADD COLUMN scheduled_by INTEGER REFERENCES person (id);
CREATE INDEX meeting_held ON meeting (held_at);
CREATE UNIQUE INDEX meeting_uid ON meeting (scheduled_by, uid) WHERE uid IS NOT NULL;
CREATE TABLE calendar_feed (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  secret TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
CREATE TABLE personal_action (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  notes TEXT NOT NULL,
  due_date TEXT,
  priority TEXT NOT NULL CHECK (priority IN ('high', 'medium', 'low')),
  status TEXT NOT NULL DEFAULT 'to_do' CHECK (status IN ('to_do', 'in_progress', 'completed')),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX personal_action_person ON personal_action (person_id, id);
`
