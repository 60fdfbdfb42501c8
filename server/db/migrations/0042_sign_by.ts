export const signBy = `
ALTER TABLE document ADD COLUMN sign_by TEXT;
`
