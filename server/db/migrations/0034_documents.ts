/**
 * `document.block`: JSON of the place for a signature that the appliance left in a PDF of its own; `signature_page`: the first of
 * the pages that were added for signatures, from 0. `document_version` 1 is the file as it came; each signing makes another.
 * `drawing`: signatures that people drew; whoever signed with one keeps it in the document.
 */
export const documents = `
CREATE TABLE organisation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  created_at TEXT NOT NULL
);

CREATE TABLE document (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  owner_id INTEGER REFERENCES person (id),
  open_to TEXT NOT NULL DEFAULT 'everybody' CHECK (open_to IN ('everybody', 'signatories', 'named')),
  pages INTEGER NOT NULL,
  has_text INTEGER NOT NULL,
  refusal TEXT,
  signed_before INTEGER NOT NULL DEFAULT 0,
  summary TEXT,
  summary_by TEXT,
  recording_id INTEGER REFERENCES recording (id) ON DELETE SET NULL,
  minutes_version INTEGER,
  approved_by INTEGER REFERENCES person (id),
  approved_at TEXT,
  block TEXT,
  signature_page INTEGER,
  created_at TEXT NOT NULL,
  archived_at TEXT
);
CREATE INDEX document_recording ON document (recording_id);

CREATE TABLE document_version (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  file TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (document_id, number)
);
CREATE INDEX document_version_sha256 ON document_version (sha256);

CREATE TABLE document_page (
  document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (document_id, page)
);

CREATE TABLE document_reader (
  document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  person_id INTEGER NOT NULL REFERENCES person (id),
  PRIMARY KEY (document_id, person_id)
);

CREATE TABLE signatory (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  capacity TEXT NOT NULL,
  organisation TEXT NOT NULL,
  person_id INTEGER REFERENCES person (id)
);
CREATE INDEX signatory_document ON signatory (document_id, position);

CREATE TABLE drawing (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL REFERENCES person (id),
  data TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX drawing_person ON drawing (person_id);

CREATE TABLE document_signature (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  version_id INTEGER NOT NULL REFERENCES document_version (id),
  signatory_id INTEGER REFERENCES signatory (id),
  drawing_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL REFERENCES person (id),
  signed_by TEXT NOT NULL,
  capacity TEXT NOT NULL,
  organisation TEXT NOT NULL,
  for_organisation INTEGER NOT NULL,
  identity TEXT NOT NULL,
  page INTEGER NOT NULL,
  certificate_sha256 TEXT NOT NULL,
  stamped_at TEXT,
  signed_at TEXT NOT NULL
);
CREATE INDEX document_signature_document ON document_signature (document_id);
CREATE INDEX document_signature_certificate ON document_signature (certificate_sha256);
`
