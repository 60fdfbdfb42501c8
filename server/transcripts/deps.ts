import type { Db, Handle } from '../db/open.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { PeopleService } from '../people/service.ts'
import type { PlacesService } from '../places/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { DiarisationModels } from '../speech/diarisation-models.ts'
import type { SpeechModels } from '../speech/models.ts'
import type { AnalysisService } from './analysis/service.ts'
import type { DiarisePayload, FollowPayload, TranscribePayload } from './runs/jobs.ts'
import type { Guesser } from './names/guesser.ts'
import type { TextReader } from './import/reader.ts'
import type { DiarisationResults } from './speakers/diarisation-results.ts'
import type { SpeakersService } from './speakers/service.ts'
import type { TermsService } from './terms/service.ts'

/** What transcripts are made with. */
export type TranscriptsDeps = {
  db: Db
  recordings: RecordingsService
  people: PeopleService
  models: SpeechModels
  /** What the appliance is set to. */
  language: string
  job: JobDefinition<TranscribePayload>
  follow: JobDefinition<FollowPayload>
  diarisation: JobDefinition<DiarisePayload>
  diarisationResults: DiarisationResults
  /** Whether speakers are told apart on this appliance. */
  diarisationOn: boolean
  diarisationModels: DiarisationModels
  places: PlacesService
  terms: Pick<TermsService, 'corrected'>
  guess: Guesser
  speakers: SpeakersService
  reader: TextReader
  analysis: AnalysisService
  /** A text has come that no appliance has written. */
  textArrived: (handle: Handle, recordingId: number) => Promise<void>
}
