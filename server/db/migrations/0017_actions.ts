/**
 * Actions outlive their recording: its title and date are repeated here, and `evidence` (JSON, contract/minutes.ts), which holds
 * words of the transcript, is emptied when it goes. `changed_by`: a person has changed it, and no later extraction touches it;
 * `dismissed`: a person has said that it is none, and it must not come back.
 * `action_extraction`: how far the words of a recording have been looked through. `asked_version` is the transcript's version
 * whose words were queued last, `wanted` counts the reasons to look, and `done` which of them has been served.
 */
export const actions = `
CREATE TABLE action (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recording_id INTEGER REFERENCES recording (id) ON DELETE SET NULL,
  meeting_title TEXT NOT NULL,
  meeting_date TEXT,
  title TEXT NOT NULL,
  owner TEXT,
  owner_speaker TEXT,
  due TEXT,
  due_date TEXT,
  status TEXT NOT NULL DEFAULT 'to_do' CHECK (status IN ('to_do', 'in_progress', 'completed')),
  doubt TEXT,
  origin TEXT NOT NULL,
  model TEXT,
  demo INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  transcript_version INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  dismissed INTEGER NOT NULL DEFAULT 0,
  changed_by INTEGER REFERENCES person (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX action_recording ON action (recording_id, start_ms);
CREATE INDEX action_status ON action (status, id);

CREATE TABLE action_extraction (
  recording_id INTEGER PRIMARY KEY REFERENCES recording (id) ON DELETE CASCADE,
  asked_version INTEGER,
  wanted INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0
);
`
