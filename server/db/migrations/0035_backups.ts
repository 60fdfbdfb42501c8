export const backups = `
CREATE TABLE backup_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  snapshot TEXT,
  added_bytes INTEGER NOT NULL,
  total_bytes INTEGER NOT NULL,
  seconds REAL NOT NULL,
  failure TEXT
);

-- Recordings that were deleted for good, by number alone: a restore of an older backup deletes them again.
CREATE TABLE deleted_recording (
  recording_id INTEGER PRIMARY KEY,
  at TEXT NOT NULL
);
`
