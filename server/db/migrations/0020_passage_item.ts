/** Under which heading of the minutes a passage stands; null where there is none, and for what has no headings. */
export const passageItem = `
ALTER TABLE search_passage ADD COLUMN item TEXT;
`
