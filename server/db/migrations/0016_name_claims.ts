/**
 * What a language model has read of the speakers' names in a version, as far as it bore examination. `name_reading`: versions
 * that it was asked about, or whose claims came along from such a one; `read_at` null: not yet, or it failed, and `lines_read`
 * how far it came. A version's `change`: what a person did to its speakers, in words.
 */
export const nameClaims = `
CREATE TABLE name_reading (
  transcript_id INTEGER PRIMARY KEY REFERENCES transcript (id) ON DELETE CASCADE,
  model TEXT,
  read_at TEXT,
  lines_read INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE name_claim (
  id INTEGER PRIMARY KEY,
  transcript_id INTEGER NOT NULL REFERENCES transcript (id) ON DELETE CASCADE,
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  name TEXT NOT NULL,
  quote TEXT NOT NULL,
  strength REAL NOT NULL
);
CREATE INDEX name_claim_transcript ON name_claim (transcript_id);
CREATE INDEX name_claim_segment ON name_claim (segment_id);

ALTER TABLE transcript ADD COLUMN change TEXT;
`
