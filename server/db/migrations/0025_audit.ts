/**
 * What was done and by whom, as digests and identifiers alone, so that erasing a person or a meeting does not break the
 * chain: each entry's hash covers the one before it.
 */
export const audit = `
CREATE TABLE audit_entry (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  person_id INTEGER,
  act TEXT NOT NULL,
  subject_kind TEXT,
  subject_id TEXT,
  details TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
);
CREATE INDEX audit_entry_subject ON audit_entry (subject_kind, subject_id, id);
CREATE INDEX audit_entry_person ON audit_entry (person_id, id);

CREATE TRIGGER audit_entry_no_change BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`
