/** Moments are ISO 8601 text in UTC; positions in sound are whole milliseconds. */
export const meetingsRecordingsJobs = `
CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  name TEXT,
  administrator INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
);
INSERT INTO person (id, name, administrator, created_at) VALUES (1, NULL, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE meeting (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT,
  held_at TEXT,
  created_at TEXT NOT NULL
);

CREATE TABLE recording (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  meeting_id INTEGER NOT NULL REFERENCES meeting (id) ON DELETE CASCADE,
  person_id INTEGER NOT NULL REFERENCES person (id),
  source_type TEXT NOT NULL,
  folder TEXT NOT NULL UNIQUE,
  audio_file TEXT,
  original_name TEXT,
  audio_format TEXT,
  audio_bytes INTEGER,
  has_video INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER NOT NULL DEFAULT 0,
  transcript_id INTEGER REFERENCES transcript (id),
  transcript_demo INTEGER NOT NULL DEFAULT 0,
  transcript_words INTEGER,
  created_at TEXT NOT NULL
);
CREATE INDEX recording_created ON recording (created_at DESC);
CREATE INDEX recording_meeting ON recording (meeting_id);

CREATE TABLE transcript (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  model_id TEXT,
  model_name TEXT,
  model_sha256 TEXT,
  language TEXT,
  demo INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  created_at TEXT NOT NULL,
  completed_at TEXT,
  UNIQUE (recording_id, version)
);

CREATE TABLE piece (
  transcript_id INTEGER NOT NULL REFERENCES transcript (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  plan TEXT NOT NULL,
  finished_at TEXT,
  PRIMARY KEY (transcript_id, number)
) WITHOUT ROWID;

CREATE TABLE segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  transcript_id INTEGER NOT NULL REFERENCES transcript (id) ON DELETE CASCADE,
  piece_number INTEGER,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  speaker TEXT,
  text TEXT NOT NULL,
  words TEXT NOT NULL
);
CREATE INDEX segment_order ON segment (transcript_id, start_ms, id);

CREATE TABLE job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  lane TEXT NOT NULL,
  payload TEXT NOT NULL,
  subject INTEGER,
  dedupe_key TEXT,
  state TEXT NOT NULL DEFAULT 'queued',
  progress REAL NOT NULL DEFAULT 0,
  step TEXT,
  seconds_left INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  run_after TEXT NOT NULL,
  worker TEXT,
  lease_until TEXT,
  cancel_requested INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_message TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT
);
CREATE INDEX job_next ON job (state, run_after, id);
CREATE INDEX job_subject ON job (name, subject, id DESC);
CREATE UNIQUE INDEX job_dedupe ON job (dedupe_key) WHERE dedupe_key IS NOT NULL AND state IN ('queued', 'running');

CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  topic TEXT NOT NULL,
  subject INTEGER,
  created_at TEXT NOT NULL
);
`
