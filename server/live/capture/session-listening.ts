import type { ServerMessage } from '#contract/live.ts'
import { AppError } from '../../errors.ts'
import type { Person } from '../../people/service.ts'
import type { Feed, WordsMessage } from '../captions/feed.ts'

/** What the sessions need to know of the words. */
export type WordsView = {
  /** Committed by now, in order. */
  soFar(recordingId: number): WordsMessage[]
  /** Why no words come; null: they do. */
  withoutWords(): Promise<string | null>
  /** The version of the whole transcript; null: it is not there yet. Asked at every event. @throws AppError not_found */
  completeVersion(recordingId: number): Promise<number | null>
  /** The whole transcript. @throws AppError not_found */
  complete(recordingId: number): Promise<WordsMessage>
  /** @throws AppError not_found */
  requireRecording(recordingId: number): Promise<void>
}

/** The meetings whose words one session hears. */
export function createListening({
  feed,
  words,
  person,
  mayListen,
  send,
  refuse,
  unheard,
}: {
  feed: Feed
  words: WordsView
  person: () => Person
  /** Whether they may (still) see it. */
  mayListen: (person: Person, recordingId: number) => Promise<boolean>
  send: (message: ServerMessage) => void
  refuse: (error: unknown, recordingId: number) => void
  /** Nobody listens to that recording any more. */
  unheard: (recordingId: number) => void
}) {
  const listening = new Map<number, { uncertain: boolean; end: () => void }>()

  function listen(recordingId: number, uncertain: boolean): void {
    const known = listening.get(recordingId)
    if (known) {
      known.uncertain = uncertain
      return
    }
    const wants = {
      uncertain,
      end: feed.subscribe(recordingId, (message) => {
        if (message.type !== 'transcript_uncertain' || wants.uncertain) send(message)
      }),
    }
    listening.set(recordingId, wants)
  }

  /** Ends the listening of somebody who may no longer see the meeting: for them it is not there. */
  async function letGo(id: number): Promise<void> {
    const wants = listening.get(id)
    if (!wants || (await mayListen(person(), id))) return
    wants.end()
    listening.delete(id)
    if (!feed.hasListeners(id)) unheard(id)
    refuse(new AppError('not_found', 'This recording does not exist or has been deleted.'), id)
  }

  return {
    listen,
    letGo,

    async revisit(): Promise<void> {
      for (const id of [...listening.keys()]) await letGo(id)
    },

    /** What was said so far, what comes, and the whole when it is there. @throws AppError not_found */
    async catchUp(id: number, uncertain: boolean): Promise<void> {
      await words.requireRecording(id)
      if (!listening.has(id)) for (const message of words.soFar(id)) send(message)
      listen(id, uncertain)
      if ((await words.completeVersion(id)) !== null) send(await words.complete(id))
    },

    end(): void {
      for (const [id, { end }] of listening) {
        end()
        if (!feed.hasListeners(id)) unheard(id)
      }
      listening.clear()
    },
  }
}
