export const inbox = `
-- What became of the files of the shared folder, and of those that were imported by hand.
CREATE TABLE inbox_file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL,
  kind TEXT,
  result TEXT NOT NULL,
  message TEXT NOT NULL,
  sha256 TEXT,
  bytes INTEGER NOT NULL,
  recording_id INTEGER,
  meeting_id INTEGER,
  -- Where it lies now, below the folder; null: it has not been moved (yet).
  moved_to TEXT,
  by_hand INTEGER NOT NULL DEFAULT 0,
  at TEXT NOT NULL
);
-- The same content is taken in once, whoever tries.
CREATE UNIQUE INDEX inbox_content ON inbox_file (sha256) WHERE result = 'taken' AND sha256 IS NOT NULL;
CREATE INDEX inbox_result ON inbox_file (result, id DESC);
CREATE INDEX inbox_recording ON inbox_file (recording_id);
`
