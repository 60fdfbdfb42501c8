import { transact, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { wordsBelow } from '../speakers/diarisation-results.ts'
import type { SpeakersService } from '../speakers/service.ts'
import { findTranscript, type TranscriptRow } from '../store.ts'
import { visibleTranscript } from './base-version.ts'
import { createSegmentEdits } from './segment-edits.ts'
import { publish } from './publish.ts'
import { createWholeTexts, type TextDeps } from './whole-texts.ts'
import { findVersion, setCandidate } from './versions-store.ts'

/** What was known when a run was asked for; see the job's payload. */
export type RunAsked = { replaces: number | undefined; seen: number | undefined }

/**
 * What people do to a transcript. A version is never changed: each of these makes a new one, in one transaction that first
 * looks whether the version that the person saw is still the current one.
 */
export const createEditing = (deps: TextDeps & { bringBack: SpeakersService['bringBack'] }) => ({
  ...createWholeTexts(deps),
  ...createSegmentEdits(deps),
  ...createChoosing(deps),
})

/** Which of several versions is the current one. */
function createChoosing(deps: TextDeps & { bringBack: SpeakersService['bringBack'] }) {
  const { db, recordings, bringBack } = deps
  return {
    /**
     * An earlier version, or a run that waits, becomes the current one, as a copy. The choice has been made: no run waits any
     * longer.
     * @throws AppError not_found, stale_version
     */
    async restore(
      recordingId: number,
      { version, basedOn, personId }: { version: number; basedOn?: number; personId: number },
    ): Promise<void> {
      await transact(db, async (trx) => {
        const current = await recordings.currentTranscript(trx, recordingId)
        const seen = (await visibleTranscript(trx, recordings, recordingId))?.version ?? 0
        if (basedOn !== undefined && basedOn !== seen)
          throw new AppError(
            'stale_version',
            `The transcript has since changed: it is now at version ${seen}. Nothing was restored. Check what has changed, then choose again.`,
          )
        const source = await findVersion(trx, recordingId, version)
        if (!source) throw new AppError('not_found', `There is no version ${version} of this transcript.`)
        if (source.id === current) {
          await setCandidate(trx, recordingId, null)
          return publish(deps, trx, source, { carry: false })
        }
        const from = current === null ? null : await findTranscript(trx, current)
        await bringBack(trx, { target: source, from, personId })
      })
    },

    /**
     * A run is complete: it becomes the current version, unless people have written or changed the current one or brought it
     * back since the run was asked for, or it found no word where there are some: then it waits to be chosen.
     */
    async publishRun(trx: Handle, run: TranscriptRow, { replaces, seen }: RunAsked): Promise<void> {
      const currentId = await recordings.currentTranscript(trx, run.recording_id)
      const current = currentId === null ? null : await findTranscript(trx, currentId)
      // One that heard nothing is no better than words that are there.
      const empty = run.words === 0 && (current?.words ?? 0) > 0 && current?.bundled === 0
      const written = current?.edited === 1 && current.version !== replaces
      const words = current && (await wordsBelow(trx, current))
      const chosen = words?.origin === 'restore' && words.version > (seen ?? Infinity)
      const stays = current !== null && (written || chosen || empty)
      await setCandidate(trx, run.recording_id, stays ? run.id : null)
      await publish(deps, trx, stays ? current : run, { carry: !stays })
    },
  }
}

export type Editing = ReturnType<typeof createEditing>
