/** A meeting may belong to a series (the board's, a committee's) and to a company, and carry tags. */
export const seriesTags = `
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  created_at TEXT NOT NULL
);
ALTER TABLE meeting ADD COLUMN series_id INTEGER REFERENCES series (id) ON DELETE SET NULL;
ALTER TABLE meeting ADD COLUMN company_id INTEGER;
CREATE INDEX meeting_series ON meeting (series_id);
CREATE INDEX meeting_company ON meeting (company_id);
CREATE TABLE meeting_tag (
  meeting_id INTEGER NOT NULL REFERENCES meeting (id) ON DELETE CASCADE,
  tag TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (meeting_id, tag)
) WITHOUT ROWID;
CREATE INDEX meeting_tag_tag ON meeting_tag (tag);
`
