/** `fields` is JSON of contract/profile.ts. `erasure` says whose data were erased and when, and nothing else of them. */
export const profile = `
CREATE TABLE profile (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  fields TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE profile_document (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('id', 'cv', 'contract')),
  file TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  uploaded_at TEXT NOT NULL,
  PRIMARY KEY (person_id, kind)
);

CREATE TABLE erasure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL,
  erased_at TEXT NOT NULL
);
`
