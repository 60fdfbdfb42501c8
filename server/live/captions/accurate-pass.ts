import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { TranscriptsService } from '../../transcripts/service.ts'
import type { Follower } from '../capture/decoded-sounds.ts'

const lookEveryMs = 1000

/**
 * Has the accurate model transcribe a recording piece by piece while it is made, so that after Stop only the last piece
 * is left to do.
 * @param onTime whether live text is on time: it goes first, and what is not followed is done after Stop
 */
export function createAccuratePass({
  transcripts,
  log,
  onTime,
}: {
  transcripts: TranscriptsService
  log: Log
  onTime: () => boolean
}): Follower {
  return async ({ recordingId, durationMs, ended }) => {
    const over = ended.then(() => 'over' as const)
    for (;;) {
      const next = await Promise.race([over, pause(lookEveryMs, 'look' as const, { ref: false })])
      if (next === 'over') break
      if (!onTime()) continue
      await transcripts.following
        .follow(recordingId, durationMs())
        .catch((error: unknown) => log.warn({ err: error, recordingId }, 'a recording could not be followed'))
    }
    transcripts.following.forget(recordingId)
  }
}
