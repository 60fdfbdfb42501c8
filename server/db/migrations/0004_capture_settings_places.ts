/**
 * `capture`: how far a recording's sound has come from the recorder (recordings/intake.ts). `settings`: JSON of what the
 * person has changed. A gazetteer's rows count once their load is `active`; the bigger places have the smaller ids.
 */
export const captureSettingsPlaces = `
ALTER TABLE recording ADD COLUMN capture TEXT;
CREATE INDEX recording_capture ON recording (capture) WHERE capture IS NOT NULL;

ALTER TABLE person ADD COLUMN settings TEXT;

CREATE TABLE place_used (
  place_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  words TEXT NOT NULL,
  times INTEGER NOT NULL,
  last_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE gazetteer_load (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file TEXT NOT NULL,
  state TEXT NOT NULL,
  places INTEGER NOT NULL,
  loaded_at TEXT NOT NULL
);

CREATE TABLE gazetteer_place (
  id INTEGER PRIMARY KEY,
  load_id INTEGER NOT NULL REFERENCES gazetteer_load (id),
  place_id TEXT NOT NULL,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  population INTEGER NOT NULL
);
CREATE INDEX gazetteer_place_load ON gazetteer_place (load_id);

CREATE VIRTUAL TABLE gazetteer_words USING fts5 (words, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
`
