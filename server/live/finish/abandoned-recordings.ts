import type { Db } from '../../db/open.ts'
import type { Log } from '../../log.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { OpenCaptures } from '../capture/open-captures.ts'
import type { Closing } from './closing.ts'
import type { Ending } from './ending.ts'
import { hasMore } from './late-sound.ts'
import { silenceTimeouts } from './silence-timeouts.ts'

/** Recordings whose recorder went away without closing them. */
export function createAbandonedRecordings({
  db,
  recordings,
  captures,
  closing,
  ending,
  log,
}: {
  db: Db
  recordings: RecordingsService
  captures: OpenCaptures
  closing: Closing
  ending: Ending
  log: Log
}) {
  const { inTurn, claims, startedAt, heardAt } = captures

  async function roundFor(id: number): Promise<void> {
    const capture = await captures.load(id)
    if (capture.phase === 'joined') return closing.clear(capture)
    const at = await heardAt(id, capture.pieces)
    const due = at > startedAt ? at + silenceTimeouts.lapsesMs : startedAt + silenceTimeouts.lapsesAtBootMs
    if (capture.phase === 'open' && Date.now() > due) {
      log.info({ recordingId: id }, 'no more sound came for a recording; it is finished with what is there')
      claims.forget(id)
      await captures.tellEnd(id)
      return ending.lapse(capture)
    }
    if (capture.phase !== 'lapsed') return
    if (await hasMore(capture)) {
      if (Date.now() > at + silenceTimeouts.settlesMs) await closing.finish(capture, capture.ended)
    } else if (Date.now() > at + silenceTimeouts.keptMs) await closing.clear(capture)
  }

  return {
    /** Finishes abandoned recordings, and clears what is no longer needed. What fails is tried again the next time. */
    async round(): Promise<void> {
      claims.sweep(silenceTimeouts.lapsesMs)
      for (const phase of ['open', 'lapsed', 'joined'] as const)
        for (const id of await recordings.capturesIn(db.read, phase))
          await inTurn(id, () => roundFor(id)).catch((error: unknown) =>
            log.error(
              { err: error, recordingId: id },
              'a recording could not be finished; it is kept as it is',
            ),
          )
      const longAgo = new Date(Date.now() - silenceTimeouts.neverBegunMs).toISOString()
      for (const id of await recordings.neverBegun(db.read, longAgo)) await recordings.removeForGood(id)
    },
  }
}
