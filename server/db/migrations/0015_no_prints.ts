/**
 * No print of a voice is kept of whoever has not agreed to it: what telling the speakers apart heard goes, and with it the
 * table. `voice_likeness`: which remembered voice a speaker sounded like when the speakers were told apart.
 */
export const noPrints = `
PRAGMA secure_delete = ON;
UPDATE voice SET embedding = NULL;
DROP TABLE voice;

CREATE TABLE voice_likeness (
  recording_id INTEGER NOT NULL REFERENCES diarisation (recording_id) ON DELETE CASCADE,
  speaker TEXT NOT NULL,
  known_voice_id INTEGER NOT NULL REFERENCES known_voice (id) ON DELETE CASCADE,
  similarity REAL NOT NULL,
  PRIMARY KEY (recording_id, speaker)
) WITHOUT ROWID;
CREATE INDEX voice_likeness_known ON voice_likeness (known_voice_id);
`
