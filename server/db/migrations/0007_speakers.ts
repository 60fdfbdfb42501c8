/**
 * What people have said of a version's speakers: the name (null: none), and which guesses were wrong (JSON of names).
 * Speakers that nobody has said anything of have no row. Lists of
 * attendees have named speakers so far.
 */
export const speakers = `
CREATE TABLE speaker (
  transcript_id INTEGER NOT NULL REFERENCES transcript (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  name TEXT,
  dismissed TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (transcript_id, label)
) WITHOUT ROWID;

INSERT OR IGNORE INTO speaker (transcript_id, label, name)
  SELECT recording.transcript_id, attendee.speaker_id, attendee.name
  FROM attendee JOIN recording ON recording.meeting_id = attendee.meeting_id
  WHERE attendee.name <> attendee.speaker_id AND EXISTS (
    SELECT 1 FROM segment
    WHERE segment.transcript_id = recording.transcript_id AND segment.speaker = attendee.speaker_id
  );
`
