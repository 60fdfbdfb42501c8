export const speakersSaid = `
-- How many people speak in it, as a person said when it came; NULL: nobody did.
ALTER TABLE recording ADD COLUMN speakers_said INTEGER;
`
