/** Who said, and when, that those present were told of the recording (or that they were not); null: before this was kept. */
export const told = `
ALTER TABLE recording ADD COLUMN told_by INTEGER REFERENCES person (id);
ALTER TABLE recording ADD COLUMN told_at TEXT;
`
