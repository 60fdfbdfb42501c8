import type { Db } from '../db/open.ts'
import { runnable, type RunnableJob } from '../jobs/define.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingHooks, RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { ExtractDeps } from './extract.ts'
import { extractJob } from './jobs.ts'
import type { NamingOf } from './owners.ts'
import type { SearchService } from '../search/service.ts'
import { createMoved } from './search-source.ts'
import { createActions, type ActionsService } from './service.ts'
import { strikeActions } from './strike-store.ts'

/** Actions: the service, the work that finds them, and what they have to know of recordings. */
export function composeActionsSlice({
  agreed,
  naming,
  hooks,
  search,
  ...deps
}: {
  db: Db
  recordings: RecordingsService
  transcripts: () => TranscriptsService
  people: PeopleService
  hooks: RecordingHooks
  agreed: ExtractDeps['agreed']
  naming: NamingOf
  /** Names of the jobs that change the words, or who said them. */
  before: string[]
  search: Pick<SearchService, 'refresh'>
}): { actions: ActionsService; job: RunnableJob } {
  const moved = createMoved(search)
  const job = extractJob(
    () => ({ ...deps, agreed, naming, moved }),
    (handle, id) => actions.extractionMoved(handle, id),
  )
  const actions = createActions({ ...deps, job, naming, moved })
  hooks.changed.push(actions.recordingChanged)
  hooks.deleting.push(actions.recordingGoes)
  hooks.struck.push(strikeActions)
  return { actions, job: runnable(job) }
}
