/**
 * Whose a meeting is and who may see it; what was deleted less than 30 days ago. `owner_id` is null for what was made
 * before anybody signed in: administrators own it.
 */
export const rightsAndBin = `
ALTER TABLE meeting ADD COLUMN owner_id INTEGER REFERENCES person (id);
ALTER TABLE meeting ADD COLUMN audience TEXT NOT NULL DEFAULT 'everybody';
ALTER TABLE meeting ADD COLUMN deleted_at TEXT;
UPDATE meeting SET owner_id = (SELECT person_id FROM recording WHERE meeting_id = meeting.id ORDER BY id LIMIT 1);
CREATE INDEX meeting_audience ON meeting (audience) WHERE audience <> 'everybody';

CREATE TABLE meeting_person (
  meeting_id INTEGER NOT NULL REFERENCES meeting (id) ON DELETE CASCADE,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  PRIMARY KEY (meeting_id, person_id)
) WITHOUT ROWID;
CREATE INDEX attendee_email ON attendee (email) WHERE email IS NOT NULL;

ALTER TABLE recording ADD COLUMN deleted_at TEXT;
ALTER TABLE recording ADD COLUMN deleted_by INTEGER;
CREATE INDEX recording_deleted ON recording (deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE action ADD COLUMN only_for INTEGER;

INSERT INTO search_text (search_text, rank) VALUES ('secure-delete', 1);
`
