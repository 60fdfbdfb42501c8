/**
 * Versions of minutes, never overwritten. `content` and `lines` are JSON (contract/minutes.ts). `recording.summary` repeats
 * the Markdown of the current version (`minutes_id`), as what lists and search read. What was written by hand before there
 * were versions is the first one.
 */
export const minutes = `
CREATE TABLE minutes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  model TEXT,
  template TEXT NOT NULL,
  markdown TEXT NOT NULL,
  content TEXT,
  lines TEXT NOT NULL DEFAULT '[]',
  transcript_version INTEGER,
  demo INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  offered INTEGER NOT NULL DEFAULT 0,
  person_id INTEGER REFERENCES person (id),
  created_at TEXT NOT NULL,
  UNIQUE (recording_id, version)
);

ALTER TABLE recording ADD COLUMN minutes_id INTEGER REFERENCES minutes (id);
ALTER TABLE recording ADD COLUMN minutes_template TEXT;
ALTER TABLE recording ADD COLUMN summary TEXT;
ALTER TABLE recording ADD COLUMN auto_minutes INTEGER;

INSERT INTO minutes (recording_id, version, origin, template, markdown, created_at)
  SELECT recording.id, 1, 'edit', 'free-form', meeting.summary, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM recording JOIN meeting ON meeting.id = recording.meeting_id
  WHERE meeting.summary IS NOT NULL;
UPDATE recording SET
  minutes_id = (SELECT id FROM minutes WHERE minutes.recording_id = recording.id),
  summary = (SELECT markdown FROM minutes WHERE minutes.recording_id = recording.id);
ALTER TABLE meeting DROP COLUMN summary;
`
