/** Transcripts that people edit, and what belongs to a meeting beside its title. */
export const transcripts = `
ALTER TABLE meeting ADD COLUMN summary TEXT;
ALTER TABLE meeting ADD COLUMN location_type TEXT;
ALTER TABLE meeting ADD COLUMN location_name TEXT;
ALTER TABLE meeting ADD COLUMN location_url TEXT;
ALTER TABLE meeting ADD COLUMN location_address TEXT;
ALTER TABLE meeting ADD COLUMN location_place_id TEXT;

CREATE TABLE attendee (
  meeting_id INTEGER NOT NULL REFERENCES meeting (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  speaker_id TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT,
  email TEXT,
  PRIMARY KEY (meeting_id, position)
) WITHOUT ROWID;

ALTER TABLE recording ADD COLUMN duration_read INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recording ADD COLUMN transcript_edited INTEGER NOT NULL DEFAULT 0;
UPDATE recording SET duration_read = 1 WHERE duration_ms > 0;

ALTER TABLE transcript ADD COLUMN person_id INTEGER REFERENCES person (id);
ALTER TABLE transcript ADD COLUMN based_on INTEGER;
ALTER TABLE transcript ADD COLUMN edited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE transcript ADD COLUMN candidate INTEGER NOT NULL DEFAULT 0;
ALTER TABLE transcript ADD COLUMN words INTEGER;
UPDATE transcript SET words = (
  SELECT coalesce(sum(json_array_length(segment.words)), 0) FROM segment WHERE segment.transcript_id = transcript.id
) WHERE state = 'complete';
`
