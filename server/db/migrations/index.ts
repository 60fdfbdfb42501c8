import { meetingsRecordingsJobs } from './0001_meetings_recordings_jobs.ts'
import { access } from './0002_access.ts'
import { transcripts } from './0003_transcripts.ts'
import { captureSettingsPlaces } from './0004_capture_settings_places.ts'
import { live } from './0005_live.ts'
import { diarisation } from './0006_diarisation.ts'
import { speakers } from './0007_speakers.ts'
import { termsVoices } from './0008_terms_voices.ts'
import { ended } from './0009_ended.ts'
import { told } from './0010_told.ts'
import { pauses } from './0011_pauses.ts'
import { minutes } from './0012_minutes.ts'
import { searchChat } from './0013_search_chat.ts'
import { takesStatements } from './0014_takes_statements.ts'
import { noPrints } from './0015_no_prints.ts'
import { nameClaims } from './0016_name_claims.ts'
import { actions } from './0017_actions.ts'
import { minutesParts } from './0018_minutes_parts.ts'
import { minutesJob } from './0019_minutes_job.ts'
import { passageItem } from './0020_passage_item.ts'
import { minutesHands } from './0021_minutes_hands.ts'
import { actionDue } from './0022_action_due.ts'
import { handsAgain } from './0023_hands_again.ts'

export type Migration = { name: string; up: string }

/** In order; a migration that has been released is never changed, only followed by another. */
export const migrations: Migration[] = [
  { name: 'meetings, recordings, jobs', up: meetingsRecordingsJobs },
  { name: 'access', up: access },
  { name: 'transcripts', up: transcripts },
  { name: 'capture, settings, places', up: captureSettingsPlaces },
  { name: 'live', up: live },
  { name: 'diarisation', up: diarisation },
  { name: 'speakers', up: speakers },
  { name: 'words, known voices', up: termsVoices },
  { name: 'how a recording ended', up: ended },
  { name: 'who said that people were told', up: told },
  { name: 'pauses', up: pauses },
  { name: 'minutes', up: minutes },
  { name: 'search, chat', up: searchChat },
  { name: 'takes at the same time, statements that people were told', up: takesStatements },
  { name: 'no prints without consent', up: noPrints },
  { name: 'what a language model reads of names', up: nameClaims },
  { name: 'actions', up: actions },
  { name: 'minutes in parts', up: minutesParts },
  { name: 'which work wrote minutes', up: minutesJob },
  { name: 'the item of a passage', up: passageItem },
  { name: 'whose minutes are', up: minutesHands },
  { name: 'who said when an action is due', up: actionDue },
  { name: 'whose minutes are, once more', up: handsAgain },
]
