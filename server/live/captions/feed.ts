import type { ServerMessage } from '#contract/live.ts'

/** What is told of a recording's words; an error is about them alone. */
export type WordsMessage = Extract<
  ServerMessage,
  {
    type:
      | 'transcript_segment'
      | 'transcript_uncertain'
      | 'transcript_behind'
      | 'transcript_skipped'
      | 'transcript_complete'
      | 'error'
  }
>

type Listener = (message: WordsMessage) => void

/** Hands the words of a recording to those who listen. */
export type Feed = {
  publish(message: WordsMessage): void
  /** @returns ends it */
  subscribe(recordingId: number, listener: Listener): () => void
  hasListeners(recordingId: number): boolean
}

export function createFeed(): Feed {
  const listeners = new Map<number, Set<Listener>>()
  return {
    publish(message) {
      const { recordingId } = message
      if (recordingId === null) return
      for (const listener of listeners.get(recordingId) ?? []) listener(message)
    },
    subscribe(id, listener) {
      const all = listeners.get(id) ?? new Set()
      listeners.set(id, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0 && listeners.get(id) === all) listeners.delete(id)
      }
    },
    hasListeners: (id) => listeners.has(id),
  }
}
