/** Who may come in. Secrets that we hand out are kept as SHA-256 alone; passphrases as scrypt. */
export const access = `
ALTER TABLE person ADD COLUMN email TEXT;
ALTER TABLE person ADD COLUMN passphrase TEXT;
ALTER TABLE person ADD COLUMN totp_secret TEXT;
ALTER TABLE person ADD COLUMN totp_pending TEXT;
ALTER TABLE person ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;
ALTER TABLE person ADD COLUMN last_seen_at TEXT;
ALTER TABLE person ADD COLUMN removed_at TEXT;
CREATE UNIQUE INDEX person_email ON person (email) WHERE email IS NOT NULL;

CREATE TABLE session (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  secret_hash TEXT NOT NULL UNIQUE,
  device TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL
);
CREATE INDEX session_person ON session (person_id);

CREATE TABLE api_token (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  secret_hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  expires_at TEXT
);
CREATE INDEX api_token_person ON api_token (person_id);

CREATE TABLE sign_in_pass (
  secret_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE recovery_code (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (person_id, code_hash)
) WITHOUT ROWID;

CREATE TABLE sign_in_place (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  network TEXT NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (person_id, network)
) WITHOUT ROWID;

CREATE TABLE sign_in_try (
  subject TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_at TEXT NOT NULL
) WITHOUT ROWID;
`
