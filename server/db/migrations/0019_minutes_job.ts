/** Which job wrote a version: whoever asked for it is answered with that one. Null for what a person wrote or brought back. */
export const minutesJob = `
ALTER TABLE minutes ADD COLUMN job_id INTEGER;
CREATE UNIQUE INDEX minutes_of_job ON minutes (job_id) WHERE job_id IS NOT NULL;
`
