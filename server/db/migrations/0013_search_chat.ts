/**
 * Search: a source (a recording's transcript, an entry of the knowledge base) has passages; `search_text` finds their words
 * and keeps none of its own (external content), so triggers hold it true. `hash` tells whether a source has changed, `form`
 * how passages were cut. A vector belongs to one passage and one model.
 * Chat: a session belongs to a person; citations are kept as they were shown, apart from their message, so that what came
 * from a deleted meeting can go.
 * A trigger stands in one line: a statement ends where a line ends with a semicolon.
 */
export const searchChat = `
CREATE TABLE search_source (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  title TEXT NOT NULL,
  date TEXT,
  href TEXT,
  demo INTEGER NOT NULL,
  hash TEXT NOT NULL,
  form INTEGER NOT NULL,
  UNIQUE (kind, source_id)
);

CREATE TABLE search_passage (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES search_source (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  context TEXT NOT NULL,
  at_ms INTEGER,
  page INTEGER,
  speaker TEXT
);
CREATE INDEX search_passage_source ON search_passage (source, position);

CREATE VIRTUAL TABLE search_text USING fts5 (
  text, context,
  content = 'search_passage', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER search_passage_added AFTER INSERT ON search_passage BEGIN INSERT INTO search_text (rowid, text, context) VALUES (new.id, new.text, new.context); END;
CREATE TRIGGER search_passage_removed AFTER DELETE ON search_passage BEGIN INSERT INTO search_text (search_text, rowid, text, context) VALUES ('delete', old.id, old.text, old.context); END;
CREATE TRIGGER search_passage_changed AFTER UPDATE OF text, context ON search_passage BEGIN INSERT INTO search_text (search_text, rowid, text, context) VALUES ('delete', old.id, old.text, old.context); INSERT INTO search_text (rowid, text, context) VALUES (new.id, new.text, new.context); END;

CREATE TABLE search_vector (
  passage INTEGER PRIMARY KEY REFERENCES search_passage (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX search_vector_model ON search_vector (model);

CREATE TABLE chat_session (
  id TEXT PRIMARY KEY,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX chat_session_person ON chat_session (person_id, updated_at);

CREATE TABLE chat_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES chat_session (id) ON DELETE CASCADE,
  sender TEXT NOT NULL CHECK (sender IN ('user', 'assistant')),
  text TEXT NOT NULL,
  origin TEXT,
  model TEXT,
  unsupported TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL
);
CREATE INDEX chat_message_session ON chat_message (session_id, id);

CREATE TABLE chat_citation (
  message_id INTEGER NOT NULL REFERENCES chat_message (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  passage TEXT NOT NULL,
  PRIMARY KEY (message_id, number)
);
CREATE INDEX chat_citation_source ON chat_citation (kind, source_id);
`
