import { createChat, createChatKey, createKnowledge, createSources, createTurns } from './chat/service.ts'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import { runnable, type RunnableJob } from './jobs/define.ts'
import { enqueue, isActive } from './jobs/queue.ts'
import { speechAtWork, type SmallMachine } from './jobs/speech-first.ts'
import { createAsked } from './language/asked.ts'
import type { LanguageEngine } from './language/engine.ts'
import type { Log } from './log.ts'
import type { MinutesService } from './minutes/service.ts'
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
  small,
  minutes,
  recordings,
  hooks,
}: {
  config: Config
  db: Db
  log: Log
  language: LanguageEngine
  /** null: the machine is large enough for speech and language at once. */
  small: SmallMachine | null
  minutes: MinutesService
  recordings: RecordingsService
  hooks: RecordingHooks
}) {
  const speech = () => speechAtWork(db, small)
  // A question's vector is work of the language model too: while speech goes first, words are searched alone.
  const embed: LanguageEngine['embed'] = async (...asked) =>
    (await speech()) === null ? language.embed(...asked) : null
  const search = createSearch({ db, log, language: { embed } })
  const knowledge = createKnowledge({ appRoot: config.appRoot })
  search.register(spokenWords({ recordings }))
  search.register(meetingFacts({ recordings }))
  search.register(minutesText({ recordings }))
  search.register(knowledge.source)

  const asked = createAsked({ db, log })
  const chatKey = createChatKey({ db })
  const index = indexJob(() => ({ db, search }))
  const vectors = embedJob(() => ({ db, language }))
  const preparing = (): Promise<boolean> => isActive(db.read, index.name, 0)
  const chat = createChat({
    ...{ db, search, language, log, preparing },
    sources: createSources({ minutes, knowledge }),
    askingModel: asked.first,
    turns: createTurns(speech),
  })

  hooks.changed.push(async (trx, recordingId) => {
    for (const kind of kindsOfRecording) await search.refresh(trx, kind, String(recordingId))
  })
  hooks.deleting.push(async (trx, recordingId) => {
    const id = String(recordingId)
    for (const kind of kindsOfRecording) await search.remove(trx, kind, id)
    await chat.forget(trx, kindsOfRecording, id)
  })

  const claraJobs: RunnableJob[] = [runnable(index), runnable(vectors)]
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
      return regularly(lookMs, embedRound({ db, language }, vectors, lookMs), (error) =>
        log.warn({ err: error }, 'passages without vectors could not be looked for'),
      )
    },
  }
}
