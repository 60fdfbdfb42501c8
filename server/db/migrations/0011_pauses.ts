/**
 * Where the person paused (JSON of [at, length] in milliseconds, as `gaps`), and where the parts of the sound join (JSON of
 * milliseconds): what is said before and after is never one sentence. What was recorded before has the joints of its gaps.
 */
export const pauses = `
ALTER TABLE recording ADD COLUMN pauses TEXT NOT NULL DEFAULT '[]';
ALTER TABLE recording ADD COLUMN joints TEXT NOT NULL DEFAULT '[]';
UPDATE recording SET joints = (SELECT json_group_array(json_extract(value, '$[0]')) FROM json_each(recording.gaps))
  WHERE gaps <> '[]';
`
