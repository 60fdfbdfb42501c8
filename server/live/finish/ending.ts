import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Ended, RecordingsService } from '../../recordings/service.ts'
import type { Closing, Open } from './closing.ts'
import { hasMore, isEnded, othersThan, recordersOf, recordsLast, without } from './late-sound.ts'

const now = (): string => new Date().toISOString()

export type Ending = ReturnType<typeof createEnding>

/** Who ends a recording, and whether somebody else may still have some of it. Each call is one turn of the recording. */
export function createEnding({
  closing,
  recordings,
  log,
}: {
  closing: Closing
  recordings: RecordingsService
  log: Log
}) {
  /** A recorder's page, or somebody else, says that it is over. */
  async function endOpen(capture: Open, personId: number, recorder: string | null): Promise<void> {
    const waitsFor = othersThan(recorder, capture.epochs)
    if (waitsFor.length === 0) return closing.finish(capture, null)
    const how = recordsLast(recorder, capture.epochs) ? 'recorder' : 'person'
    await closing.finish(capture, { at: now(), how, by: personId, waitsFor })
  }

  /** The same of one that has lapsed: its sound is there, but for what came since. */
  async function endLapsed(capture: Open, personId: number, recorder: string | null): Promise<void> {
    const { recordingId: id } = capture
    const more = await hasMore(capture)
    const left = capture.ended ? without(capture.ended.waitsFor, recorder) : []
    if (!isEnded(capture) && left.length === 0)
      return more ? closing.finish(capture, null) : closing.clear(capture)
    const ended: Ended = {
      ...(isEnded(capture) ? capture.ended! : { at: now(), how: 'person' as const, by: personId }),
      waitsFor: left,
    }
    if (!more) return recordings.setCapturePhase(id, 'lapsed', ended)
    try {
      await closing.finish(capture, ended)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'in_progress')) throw error
      log.warn({ recordingId: id, err: error }, 'what came late is put in place by the next round')
      await recordings.setCapturePhase(id, 'lapsed', ended)
    }
  }

  return {
    /** @param recorder of the page that says so: it has sent all; null: somebody else, or a client that does not say */
    async end(capture: Open, personId: number, recorder: string | null): Promise<void> {
      if (capture.phase === 'open') await endOpen(capture, personId, recorder)
      else if (capture.phase === 'lapsed') await endLapsed(capture, personId, recorder)
    },

    /** Nothing has come for a while. */
    lapse: (capture: Open): Promise<void> =>
      closing.finish(capture, { at: now(), how: 'silence', by: null, waitsFor: recordersOf(capture.epochs) }),
  }
}
