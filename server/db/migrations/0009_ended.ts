/** `ended`: JSON of how a recording of the recorder ended while another page had perhaps not sent all of it (recordings/ended.ts). */
export const ended = `
ALTER TABLE recording ADD COLUMN ended TEXT;
`
