/**
 * Whether a person has set or cleared the day by which an action is due: then no later minutes fill it. Of those that a person
 * has changed before and that have no day nobody knows; they are left alone.
 */
export const actionDue = `
ALTER TABLE action ADD COLUMN due_by_person INTEGER NOT NULL DEFAULT 0;
UPDATE action SET due_by_person = 1 WHERE changed_by IS NOT NULL;
`
