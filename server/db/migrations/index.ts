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
import { passageLines } from './0024_passage_lines.ts'
import { searchFacets } from './0028_search_facets.ts'
import { seriesTags } from './0029_series_tags.ts'
import { calendar } from './0032_calendar.ts'
import { audit } from './0025_audit.ts'
import { companies } from './0026_companies.ts'
import { bundledModels } from './0027_bundled_models.ts'
import { rightsAndBin } from './0030_rights_bin.ts'
import { news } from './0031_news.ts'
import { profile } from './0033_profile.ts'
import { documents } from './0034_documents.ts'
import { backups } from './0035_backups.ts'
import { speakersSaid } from './0036_speakers_said.ts'
import { mail } from './0037_mail.ts'
import { vectorsAnew } from './0038_vectors_anew.ts'
import { phone } from './0039_phone.ts'
import { tokenScopeOidc } from './0040_token_scope_oidc.ts'
import { inbox } from './0041_inbox.ts'
import { signBy } from './0042_sign_by.ts'
import { retention } from './0043_retention.ts'

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
  { name: 'when the lines of a passage were said', up: passageLines },
  { name: 'audit log', up: audit },
  { name: 'companies', up: companies },
  { name: 'models that come along', up: bundledModels },
  { name: 'what a search is narrowed by', up: searchFacets },
  { name: 'series, tags', up: seriesTags },
  { name: 'rights, bin', up: rightsAndBin },
  { name: 'news', up: news },
  { name: 'calendar, personal actions', up: calendar },
  { name: 'profile', up: profile },
  { name: 'organisations, documents, signatures', up: documents },
  { name: 'backups', up: backups },
  { name: 'how many speak, as a person said', up: speakersSaid },
  { name: 'mail, reminders', up: mail },
  { name: 'vectors with each model’s own prefixes', up: vectorsAnew },
  { name: 'numbers for text messages', up: phone },
  { name: 'scope of tokens, OpenID Connect', up: tokenScopeOidc },
  { name: 'shared folder', up: inbox },
  { name: 'by when a document is to be signed', up: signBy },
  { name: 'retention, legal holds', up: retention },
]
