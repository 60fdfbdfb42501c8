/**
 * Who spoke when, once for a recording's sound. `diarise` of a recording: as it was asked for with it; null: as its
 * person's settings say. `voice.embedding` is JSON of numbers (null: too little of this voice was heard alone), and means
 * something to the model that is named in `embedding_sha256` alone.
 */
export const diarisation = `
ALTER TABLE recording ADD COLUMN diarise INTEGER;
ALTER TABLE segment ADD COLUMN overlap INTEGER NOT NULL DEFAULT 0;

CREATE TABLE diarisation (
  recording_id INTEGER PRIMARY KEY REFERENCES recording (id) ON DELETE CASCADE,
  decided_by TEXT NOT NULL,
  segmentation_name TEXT,
  segmentation_sha256 TEXT,
  embedding_name TEXT,
  embedding_sha256 TEXT,
  demo INTEGER NOT NULL,
  speakers_asked INTEGER,
  speakers INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE turn (
  recording_id INTEGER NOT NULL REFERENCES diarisation (recording_id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  speaker TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  PRIMARY KEY (recording_id, number)
) WITHOUT ROWID;

CREATE TABLE voice (
  recording_id INTEGER NOT NULL REFERENCES diarisation (recording_id) ON DELETE CASCADE,
  speaker TEXT NOT NULL,
  clean_ms INTEGER NOT NULL,
  embedding TEXT,
  PRIMARY KEY (recording_id, speaker)
) WITHOUT ROWID;
`
