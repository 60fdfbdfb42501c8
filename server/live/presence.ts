import type { CaptureNow } from '#contract/capture.ts'
import { fileSize } from '../files/exists.ts'
import { lastHeard } from './epochs.ts'
import { decodedFile } from './sound.ts'

/** A recorder that was heard this recently is taken to be there. */
export const presentMs = 25_000
/** Chunks come every second; a busy machine may take a few over one. */
const soundMs = 4000
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
 * @param signOfLife when a recorder was heard last, with sound or without, in milliseconds
 */
export function createPresence(signOfLife: (id: number, pieces: string) => Promise<number>): Presence {
  const states = new Map<number, CaptureNow>()

  async function stateOf(id: number, pieces: string): Promise<CaptureNow> {
    const present = Date.now() - (await signOfLife(id, pieces)) < presentMs
    const sounding = Date.now() - (await lastHeard(pieces)) < soundMs
    const bytes = await fileSize(decodedFile(pieces))
    return {
      state: present ? (sounding ? 'coming' : 'quiet') : 'unheard',
      seconds: bytes ? bytes / bytesPerSecond : null,
    }
  }

  return {
    now: (id) => states.get(id) ?? null,
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
