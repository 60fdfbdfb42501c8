/** The number for a person's text messages: it counts once a code that was sent to it has come back. */
export const phone = `
CREATE TABLE phone (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  number TEXT NOT NULL,
  code_hash TEXT,
  code_until TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  sent_at TEXT NOT NULL,
  verified_at TEXT
);
`
