/**
 * What search is narrowed by (kind, company, month, speaker) stands as words of their own beside the text, so that one look
 * into the index finds both. `form` makes them be written at the next start.
 */
export const searchFacets = `
ALTER TABLE search_passage ADD COLUMN facets TEXT NOT NULL DEFAULT '';
ALTER TABLE search_source ADD COLUMN company_id INTEGER;
DROP TRIGGER search_passage_added;
DROP TRIGGER search_passage_removed;
DROP TRIGGER search_passage_changed;
DROP TABLE search_text;
CREATE VIRTUAL TABLE search_text USING fts5 (
  text, context, facets,
  content = 'search_passage', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER search_passage_added AFTER INSERT ON search_passage
BEGIN INSERT INTO search_text (rowid, text, context, facets)
  VALUES (new.id, new.text, new.context, new.facets); END;
CREATE TRIGGER search_passage_removed AFTER DELETE ON search_passage
BEGIN INSERT INTO search_text (search_text, rowid, text, context, facets)
  VALUES ('delete', old.id, old.text, old.context, old.facets); END;
CREATE TRIGGER search_passage_changed AFTER UPDATE OF text, context, facets ON search_passage
BEGIN INSERT INTO search_text (search_text, rowid, text, context, facets)
  VALUES ('delete', old.id, old.text, old.context, old.facets); INSERT INTO search_text (rowid, text, context, facets)
  VALUES (new.id, new.text, new.context, new.facets); END;
INSERT INTO search_text (search_text) VALUES ('rebuild');
`
