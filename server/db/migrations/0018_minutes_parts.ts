/**
 * What the language model has said of parts of a long meeting while its minutes are being written: after a restart it is not
 * asked for them again. `key` is a hash of everything that it was asked. Gone once the minutes are there.
 */
export const minutesParts = `
CREATE TABLE minutes_part (
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (recording_id, key)
) WITHOUT ROWID;
`
