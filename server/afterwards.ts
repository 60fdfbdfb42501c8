import type { Config } from './config.ts'
import type { Db, Handle } from './db/open.ts'
import type { JobDefinition } from './jobs/define.ts'
import type { LanguageEngine } from './language/engine.ts'
import { composeMinutesSlice, followedBy } from './minutes/create.ts'
import type { PeopleService } from './people/service.ts'
import type { PersonSettings } from './people/settings.ts'
import type { RecordingsService } from './recordings/service.ts'
import { createAnalysis } from './transcripts/analysis/service.ts'
import type { TranscriptsService } from './transcripts/service.ts'

/** What follows once who said what is known, minutes and a look for names: the part of services.ts that puts them together. */
export function composeAfterwards({
  settings,
  transcripts,
  ...deps
}: {
  config: Config
  db: Db
  language: LanguageEngine
  recordings: RecordingsService
  people: PeopleService
  settings: PersonSettings
  /** Asked for when it is needed: its own jobs know of this. */
  transcripts: () => TranscriptsService
  /** Names of the jobs that are waited for; the transcription first. */
  before: string[]
}) {
  const { minutes, jobs } = composeMinutesSlice({
    ...deps,
    transcripts,
    wantedBy: async (handle, userId) => (await settings.get(handle, userId)).autoGenerateSummary,
  })
  const analysis = createAnalysis({ ...deps, speakers: () => transcripts().speakers })
  return { minutes, analysis, jobs: [...jobs, ...analysis.jobs] }
}

/** The same kind of work; whatever is to follow it is told when one of it has moved. */
export const withAfterwards = <P>(
  job: JobDefinition<P>,
  then: () => Pick<ReturnType<typeof composeAfterwards>, 'minutes' | 'analysis'>,
): JobDefinition<P> =>
  followedBy(job, async (handle: Handle, recordingId) => {
    const { minutes, analysis } = then()
    await minutes.workMoved(handle, recordingId)
    await analysis.due(handle, recordingId)
  })
