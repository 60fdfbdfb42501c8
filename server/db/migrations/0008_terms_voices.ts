/**
 * `term`: words that the speech engine is told to expect; of one person, or of everybody (`person_id` null); `folded` tells
 * them apart. `correction`: what a person has replaced in a transcript by what; `folded` is what was heard. `known_voice`: a print that a person has
 * remembered, with the words of consent; `embedding` is JSON of numbers and means something to `embedding_sha256` alone. It
 * outlives its recording.
 */
export const termsVoices = `
CREATE TABLE term (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER REFERENCES person (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  folded TEXT NOT NULL,
  added_by INTEGER REFERENCES person (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  used_at TEXT NOT NULL
);
CREATE UNIQUE INDEX term_of ON term (coalesce(person_id, 0), folded);

CREATE TABLE correction (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  heard TEXT NOT NULL,
  folded TEXT NOT NULL,
  meant TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX correction_of ON correction (person_id, folded, meant);
CREATE INDEX correction_recording ON correction (recording_id);

CREATE TABLE correction_declined (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  folded TEXT NOT NULL,
  meant TEXT NOT NULL,
  PRIMARY KEY (person_id, folded, meant)
) WITHOUT ROWID;

CREATE TABLE known_voice (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  embedding TEXT NOT NULL,
  embedding_name TEXT NOT NULL,
  embedding_sha256 TEXT NOT NULL,
  demo INTEGER NOT NULL,
  clean_ms INTEGER NOT NULL,
  consent TEXT NOT NULL,
  recording_id INTEGER REFERENCES recording (id) ON DELETE SET NULL,
  remembered_by INTEGER REFERENCES person (id) ON DELETE SET NULL,
  remembered_at TEXT NOT NULL
);
CREATE INDEX known_voice_recording ON known_voice (recording_id);
`
