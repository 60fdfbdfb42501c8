import type { Handle } from '../db/open.ts'
import type { PeopleService } from '../people/service.ts'
import { diarisationJobName, transcriptionJobName, type RecordingsService } from '../recordings/service.ts'
import type { Ports, Slice } from '../slice.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { agreedActions } from './search-source.ts'
import type { SearchService } from '../search/service.ts'
import { composeActionsSlice } from './create.ts'
import type { ExtractDeps } from './extract.ts'
import type { NamingOf } from './owners.ts'
import { deletePersonalOf } from './personal-store.ts'
import { actionRoutes } from './routes.ts'
import type { ActionsService } from './service.ts'

type Needs = Ports & {
  people: PeopleService
  recordings: RecordingsService
  transcripts: TranscriptsService
  search: SearchService
  /** What the minutes know of a meeting's actions, and what they report of them. */
  agreement: {
    agreed: ExtractDeps['agreed']
    naming: NamingOf
    actionHooks: { written: ActionsService['minutesWritten'][]; judged: ActionsService['judged'][] }
  }
}

export function createActionsSlice(core: Needs): Slice<ActionsService> {
  const { agreement, db, hooks, people, recordings, transcripts } = core
  const { actions, job } = composeActionsSlice({
    ...{ db, hooks, people, recordings, search: core.search },
    transcripts: () => transcripts,
    before: [transcriptionJobName, diarisationJobName],
    agreed: agreement.agreed,
    naming: agreement.naming,
  })
  agreement.actionHooks.written.push(actions.minutesWritten)
  agreement.actionHooks.judged.push(actions.judged)
  const readAgain = (trx: Handle, id: number): Promise<void> => core.search.refresh(trx, 'action', String(id))
  return {
    name: 'actions',
    service: actions,
    routes: (router) => actionRoutes(router, { actions }),
    recordingJobs: [job],
    search: [agreedActions({ recordings })],
    // What a meeting is filed under and called stands beside its actions.
    recordings: { changed: readAgain, binned: readAgain },
    personalData: {
      name: 'actions',
      collect: async (_handle, personId) => {
        const own = await actions.personal.list(personId)
        return own.length === 0 ? null : own
      },
      erase: deletePersonalOf,
    },
    transcripts: { workMoved: actions.wordsMoved },
  }
}
