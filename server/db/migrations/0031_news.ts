/**
 * An article stands once, however many feeds bring it: `article_place` says which feed brought it and in which tab it
 * belongs, `article_competitor` whom it is about, `article_mark` what a person did with it.
 * A trigger stands in one line: a statement ends where a line ends with a semicolon.
 */
export const news = `
CREATE TABLE competitor (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  website TEXT,
  track_news INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL
);
CREATE INDEX competitor_company ON competitor (company_id);

CREATE TABLE feed (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('company', 'competitor', 'industry')),
  competitor_id INTEGER REFERENCES competitor (id) ON DELETE CASCADE,
  url TEXT,
  file_name TEXT,
  title TEXT,
  etag TEXT,
  modified TEXT,
  checked_at TEXT,
  next_at TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX feed_company ON feed (company_id);
CREATE INDEX feed_next ON feed (next_at);

CREATE TABLE article (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  url_key TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  description TEXT,
  image_url TEXT,
  source TEXT NOT NULL,
  published_at TEXT NOT NULL,
  found_at TEXT NOT NULL
);
CREATE INDEX article_title ON article (title_key);
CREATE INDEX article_published ON article (published_at);

CREATE TABLE article_place (
  article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  PRIMARY KEY (article_id, feed_id, kind)
);
CREATE INDEX article_place_company ON article_place (company_id, kind, article_id);
CREATE INDEX article_place_feed ON article_place (feed_id);

CREATE TABLE article_competitor (
  article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  competitor_id INTEGER NOT NULL REFERENCES competitor (id) ON DELETE CASCADE,
  PRIMARY KEY (article_id, competitor_id)
);
CREATE INDEX article_competitor_of ON article_competitor (competitor_id);

CREATE TABLE article_mark (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  saved INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (person_id, article_id)
);
CREATE INDEX article_mark_article ON article_mark (article_id);

CREATE VIRTUAL TABLE article_words USING fts5 (
  title, description, source,
  content = 'article', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER article_added AFTER INSERT ON article
BEGIN INSERT INTO article_words (rowid, title, description, source)
  VALUES (new.id, new.title, new.description, new.source); END;
CREATE TRIGGER article_removed AFTER DELETE ON article
BEGIN INSERT INTO article_words (article_words, rowid, title, description, source)
  VALUES ('delete', old.id, old.title, old.description, old.source); END;
CREATE TRIGGER article_changed AFTER UPDATE OF title, description, source ON article
BEGIN INSERT INTO article_words (article_words, rowid, title, description, source)
  VALUES ('delete', old.id, old.title, old.description, old.source); INSERT INTO article_words (rowid, title, description, source)
  VALUES (new.id, new.title, new.description, new.source); END;
`
