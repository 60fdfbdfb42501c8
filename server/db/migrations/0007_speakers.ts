/**
 * What people have said of a version's speakers: the name (null: none), and which guesses were wrong (JSON of names).
 * Speakers that nobody has said anything of have no row.
 */
export const speakers = `
CREATE TABLE speaker (
  transcript_id INTEGER NOT NULL REFERENCES transcript (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  name TEXT,
  dismissed TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (transcript_id, label)
) WITHOUT ROWID;
`
