import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { recordingPaths, type Paths } from '../files/paths.ts'
import { moveIntoPlace, syncFolder } from '../files/write.ts'
import type { Passage, RecordingHooks } from './hooks.ts'
import { endWork } from './intake.ts'
import type { PublishRecordingChanged } from './publish-change.ts'
import { requireRecording } from './require-recording.ts'
import { updateRecordingRow } from './store.ts'

/** Makes the sound without the passage. @returns the extension of `output`'s result */
export type MakeSilent = (
  input: string,
  output: string,
  facts: { extension: string; hasVideo: boolean },
) => Promise<string>

/** Strikes out a privileged passage: the one exception to keeping originals. */
export function createStriking({
  db,
  paths,
  hooks,
  publishRecordingChanged,
  forgetOnDisk,
}: {
  db: Db
  paths: Paths
  hooks: RecordingHooks
  publishRecordingChanged: PublishRecordingChanged
  forgetOnDisk: () => Promise<void>
}) {
  return {
    /**
     * The sound and every copy first, then the words wherever they are; done twice it does no harm.
     * @param finish runs in the transaction that strikes the words
     * @throws AppError not_found, in_progress, legal_hold, audio_unreadable
     */
    async strike(
      id: number,
      passage: Passage,
      makeSilent: MakeSilent,
      finish: (trx: Handle) => Promise<void>,
    ): Promise<void> {
      const row = await requireRecording(db.read, id)
      for (const refuse of hooks.refuseDelete) {
        const reason = await refuse(db.read, id)
        if (reason !== null) throw reason instanceof AppError ? reason : new AppError('in_progress', reason)
      }
      if (!(await endWork(db, hooks, id, 20_000)))
        throw new AppError('in_progress', 'The work on this recording is still being stopped.')
      const files = recordingPaths(paths, row.folder)
      let changed = {}
      if (row.audio_file !== null) {
        const before = join(files.folder, row.audio_file)
        const extension = row.audio_format ?? ''
        const output = join(paths.uploads, `${randomUUID()}.struck`)
        const now = await makeSilent(before, output, { extension, hasVideo: row.has_video === 1 })
        const original = files.original(now)
        const { size } = await stat(`${output}.${now}`)
        await moveIntoPlace(`${output}.${now}`, original)
        await syncFolder(files.folder)
        changed = {
          ...{ audio_file: basename(original), audio_format: now, audio_bytes: size },
          ...(now !== extension && { has_video: 0 as const }),
        }
        await transactDurably(db, (trx) => updateRecordingRow(trx, id, changed))
        if (original !== before) await rm(before, { force: true })
      }
      // Copies of the sound as it was.
      await rm(files.cache, { recursive: true, force: true })
      await mkdir(files.cache, { recursive: true })
      await rm(files.capture, { recursive: true, force: true })
      await transactDurably(db, async (trx) => {
        await requireRecording(trx, id)
        for (const hook of hooks.struck) await hook(trx, id, passage)
        await publishRecordingChanged(trx, id)
        await finish(trx)
      })
      await forgetOnDisk()
    },
  }
}
