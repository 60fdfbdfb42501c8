import { setTimeout as pause } from 'node:timers/promises'
import type { SpeechAtWork } from '../jobs/speech-first.ts'

/** A person waits so long for speech to leave the machine; then they are shown what was found. */
const patienceMs = 10_000
const lookMs = 250

/** A recording began while the model answered, and goes first. */
export class SpeechBegan extends Error {}

export type Turns = ReturnType<typeof createTurns>

/** When a question may go to the model. @param speech what goes before it now */
export function createTurns(speech: () => Promise<SpeechAtWork | null>) {
  return {
    /**
     * Waits until speech leaves the machine to the model, but not for long.
     * @param waiting is told what for, once it is known
     * @returns null: it is the model's turn; else what is still at work
     * @throws the signal's reason when it fires
     */
    async wait(signal: AbortSignal, waiting: (work: SpeechAtWork) => void): Promise<SpeechAtWork | null> {
      const until = Date.now() + patienceMs
      let told: SpeechAtWork | null = null
      for (;;) {
        const work = await speech()
        if (work === null || Date.now() >= until) return work
        if (work !== told) waiting(work)
        told = work
        await pause(lookMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    },

    /** Runs what asks the model until a meeting is recorded: live words wait for nobody. @throws SpeechBegan */
    async hold<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const began = new AbortController()
      const timer = setInterval(() => {
        // What cannot be looked up now is looked up again in a moment.
        speech().then(
          (now) => now === 'recording' && began.abort(new SpeechBegan('a recording began')),
          () => undefined,
        )
      }, lookMs)
      try {
        return await work(AbortSignal.any([signal, began.signal]))
      } finally {
        clearInterval(timer)
      }
    },
  }
}
