import type { CaptureNow } from '#contract/capture.ts'
import { fileSize } from '../../files/exists.ts'
import { lastHeard } from './epochs.ts'
import { decodedFile } from './decoded-sound.ts'

/** A recorder that was not heard for so long has left the recording unfinished. */
export const presentMs = 25_000
/** One that is there gives a sign of life every five seconds, in a pause too. */
const missingMs = 8000
/** Chunks come every second; a busy machine may take a few over one. */
const soundMs = 4000
/** A sign of life so long after the last sound has come without any. */
const soundlessMs = 2000
/** Of the decoded sound: 16 kHz, two bytes a sample. */
const bytesPerSecond = 32_000

export type Presence = {
  /** Null: it is not being recorded, or has not been looked at yet. */
  now(recordingId: number): CaptureNow | null
  /** Looks at those that are being recorded. @returns whose state is another than before */
  look(open: readonly { id: number; pieces: string }[]): Promise<number[]>
}

/**
 * Whether somebody is still recording, and how much there is by now. Known to this process alone: nothing of it has to
 * outlive the server.
 * @param signOfLife when a recorder was heard last, with sound or without, in milliseconds; while we were away all were
 * @param reallyHeard the same, without that; 0: never
 * @param soundlessFor for how long it had given no sound then, in milliseconds
 */
export function createPresence(
  signOfLife: (id: number, pieces: string) => Promise<number>,
  reallyHeard: (id: number, pieces: string) => Promise<number>,
  soundlessFor: (id: number) => number,
): Presence {
  const states = new Map<number, { state: CaptureNow['state']; seconds: number | null; heardAt: number }>()

  async function stateOf(id: number, pieces: string) {
    const heardAt = await signOfLife(id, pieces)
    const soundAt = await lastHeard(pieces)
    const now = Date.now()
    const bytes = await fileSize(decodedFile(pieces))
    const isQuiet = now - soundAt > soundMs && soundlessFor(id) > soundlessMs
    const there = isQuiet ? ('quiet' as const) : ('coming' as const)
    const gone = now - heardAt < presentMs ? ('missing' as const) : ('unheard' as const)
    return {
      state: now - heardAt < missingMs ? there : gone,
      seconds: bytes ? bytes / bytesPerSecond : null,
      heardAt: (await reallyHeard(id, pieces)) || heardAt,
    }
  }

  return {
    now(id) {
      const known = states.get(id)
      if (!known) return null
      const { state, seconds, heardAt } = known
      const isGone = state === 'missing' || state === 'unheard'
      return { state, seconds, unheardFor: isGone ? Math.max(0, Date.now() - heardAt) / 1000 : null }
    },
    async look(open) {
      const changed: number[] = []
      const ids = new Set(open.map(({ id }) => id))
      for (const id of states.keys()) if (!ids.has(id)) states.delete(id)
      for (const { id, pieces } of open) {
        const before = states.get(id)
        const after = await stateOf(id, pieces)
        states.set(id, after)
        if (before?.state !== after.state || before.seconds !== after.seconds) changed.push(id)
      }
      return changed
    },
  }
}
