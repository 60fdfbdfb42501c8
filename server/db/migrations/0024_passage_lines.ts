/** When each line of a passage was said: `[[place in its text, milliseconds], …]`; null where nobody knows. */
export const passageLines = `
ALTER TABLE search_passage ADD COLUMN lines TEXT;
`
