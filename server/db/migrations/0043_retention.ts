/**
 * What is disposed of and when, what must be kept all the same, and what went. A `disposal` is written before its thing goes;
 * `done` says that it has gone.
 */
export const retention = `
CREATE TABLE retention_rule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('sound', 'meeting')),
  series_id INTEGER REFERENCES series (id) ON DELETE CASCADE,
  after INTEGER NOT NULL
);

CREATE TABLE legal_hold (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  meeting_id INTEGER NOT NULL REFERENCES meeting (id),
  reason TEXT NOT NULL,
  placed_by INTEGER REFERENCES person (id),
  placed_at TEXT NOT NULL,
  lifted_by INTEGER REFERENCES person (id),
  lifted_at TEXT
);
CREATE INDEX legal_hold_meeting ON legal_hold (meeting_id) WHERE lifted_at IS NULL;

CREATE TABLE retention_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  ended_at TEXT,
  sha256 TEXT
);

CREATE TABLE disposal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES retention_run (id),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  recording_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  held_at TEXT,
  rule TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT,
  done INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX disposal_run ON disposal (run_id);

ALTER TABLE recording ADD COLUMN sound_gone_at TEXT;

-- Privileged passages that were taken out of recordings: the one exception to keeping originals.
CREATE TABLE strike (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  reason TEXT NOT NULL,
  person_id INTEGER REFERENCES person (id),
  at TEXT NOT NULL,
  done_at TEXT
);
CREATE INDEX strike_recording ON strike (recording_id);
`
