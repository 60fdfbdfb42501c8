/**
 * Recording: who was told, when its sound began, and how much of it there is (milliseconds): by the page's clock, captured,
 * transcribed; `gaps` is JSON of [at, length]. A live segment's `number` gives its place in the API. `planned_ms`: a run
 * that follows a recording has its pieces planned up to here; null: to the end.
 */
export const live = `
ALTER TABLE recording ADD COLUMN people_told INTEGER;
ALTER TABLE recording ADD COLUMN started_at TEXT;
ALTER TABLE recording ADD COLUMN elapsed_ms INTEGER;
ALTER TABLE recording ADD COLUMN captured_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recording ADD COLUMN transcribed_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recording ADD COLUMN gaps TEXT NOT NULL DEFAULT '[]';
UPDATE recording SET captured_ms = duration_ms WHERE duration_read = 1;
UPDATE recording SET transcribed_ms = captured_ms
  WHERE transcript_id IN (SELECT id FROM transcript WHERE model_id IS NOT NULL);
UPDATE recording SET started_at = created_at WHERE source_type = 'recorder' AND capture IS NOT NULL;

ALTER TABLE transcript ADD COLUMN planned_ms INTEGER;

CREATE TABLE live_segment (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  text TEXT NOT NULL,
  model_name TEXT NOT NULL,
  demo INTEGER NOT NULL,
  UNIQUE (recording_id, id)
);
CREATE INDEX live_segment_order ON live_segment (recording_id, start_ms, number);
`
