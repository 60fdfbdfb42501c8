import { createChat, createChatKey, createKnowledge } from './chat/service.ts'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import { runnable, type RunnableJob } from './jobs/define.ts'
import { enqueue, isActive } from './jobs/queue.ts'
import { createAsked } from './language/asked.ts'
import type { LanguageEngine } from './language/engine.ts'
import type { Log } from './log.ts'
import type { RecordingHooks, RecordingsService } from './recordings/service.ts'
import { regularly } from './regularly.ts'
import { embedJob, embedRound, indexJob } from './search/jobs.ts'
import { createSearch } from './search/service.ts'
import { kindsOfRecording, meetingFacts, minutesText, spokenWords } from './transcripts/service.ts'

/** How often it is looked for passages that have no vector yet. */
const lookMs = 60_000

export type Clara = ReturnType<typeof composeClara>

/** Search and Clara: the part of services.ts that puts them together. */
export function composeClara({
  config,
  db,
  log,
  language,
  recordings,
  hooks,
}: {
  config: Config
  db: Db
  log: Log
  language: LanguageEngine
  recordings: RecordingsService
  hooks: RecordingHooks
}) {
  const search = createSearch({ db, log, language })
  const knowledge = createKnowledge({ appRoot: config.appRoot })
  search.register(spokenWords({ recordings }))
  search.register(meetingFacts({ recordings }))
  search.register(minutesText({ recordings }))
  search.register(knowledge.source)

  const asked = createAsked({ db, log })
  const chatKey = createChatKey({ db })
  const index = indexJob(() => ({ db, search }))
  const embed = embedJob(() => ({ db, language }))
  const preparing = (): Promise<boolean> => isActive(db.read, index.name, 0)
  const chat = createChat({ db, search, language, askingModel: asked.first, preparing })

  hooks.changed.push(async (trx, recordingId) => {
    for (const kind of kindsOfRecording) await search.refresh(trx, kind, String(recordingId))
  })
  hooks.deleting.push(async (trx, recordingId) => {
    const id = String(recordingId)
    for (const kind of kindsOfRecording) await search.remove(trx, kind, id)
    await chat.forget(trx, kindsOfRecording, id)
  })

  const claraJobs: RunnableJob[] = [runnable(index), runnable(embed)]
  return {
    search,
    knowledge,
    chat,
    chatKey,
    claraJobs,
    asked,

    /** In the server alone: what an upgrade left to be indexed, and vectors as an embedding model comes. @returns what ends it */
    async startSearch(): Promise<() => Promise<void>> {
      await chatKey.current()
      if ((await search.due(db.read)).length > 0) await enqueue(db.write, index, {})
      return regularly(lookMs, embedRound({ db, language }, embed, lookMs), (error) =>
        log.warn({ err: error }, 'passages without vectors could not be looked for'),
      )
    },
  }
}
