/**
 * Whose minutes are: what wrote their words first (null: a person), and who has edited and checked them since. `held` is the
 * meeting's date that they were written with ('': it had none; null: nobody knows, they are older).
 */
export const minutesHands = `
ALTER TABLE minutes ADD COLUMN written_by TEXT;
ALTER TABLE minutes ADD COLUMN edited_by INTEGER REFERENCES person (id);
ALTER TABLE minutes ADD COLUMN checked_by INTEGER REFERENCES person (id);
ALTER TABLE minutes ADD COLUMN held TEXT;

UPDATE minutes SET written_by = origin WHERE origin IN ('rules', 'model');
UPDATE minutes SET
  written_by = CASE WHEN content IS NULL THEN NULL WHEN model IS NULL THEN 'rules' ELSE 'model' END,
  edited_by = person_id
WHERE origin = 'edit';
`
