import { AppError } from '../errors.ts'
import { PermanentFailure, type JobContext } from '../jobs/define.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { composeMinutes, outline } from './compose.ts'
import type { MinutesPayload } from './jobs.ts'
import { askModel } from './model/ask.ts'
import { reduce } from './model/reduce.ts'
import { readMeeting } from './read.ts'
import { forgetOldParts, partsOf } from './parts-store.ts'
import { findMinutes } from './store.ts'
import { createWriter, type WriteDeps } from './write.ts'

export type ModelDeps = WriteDeps & { language: LanguageEngine }

/** Minutes by the language model; where it fails, those that are there stay, else the rules write them, with the reason. */
export function createModelWriter(deps: ModelDeps) {
  const writer = createWriter(deps)
  const { db, recordings, language } = deps

  return async (wanted: MinutesPayload, context: JobContext): Promise<void> => {
    const { signal, log, progress } = context
    progress(1, 'Reading the transcript')
    await forgetOldParts(db)
    const read = await readMeeting(deps, db.read, wanted.recordingId)
    const template = await writer.templateOf(wanted, read.meeting.title)
    const { meeting, source } = read
    try {
      const found = outline(meeting, source)
      const parts = partsOf(db, wanted.recordingId)
      const asked = { meeting, source, instructions: template.instructions, parts }
      const { answers, model } = await askModel(language, asked, context)
      progress(96, 'Checking what was written')
      const { content } = reduce(answers, { outline: found, meeting, source })
      signal.throwIfAborted()
      await writer.keep(wanted, read, template, { content, origin: 'model', model, failure: null })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError) || !error.code.startsWith('language_')) throw error
      log.warn({ code: error.code, cause: error.cause }, error.message)
      if (await hasMinutes(wanted.recordingId, source.version))
        throw new PermanentFailure(error.code, error.message, { cause: error })
      const content = composeMinutes(meeting, source)
      await writer.keep(wanted, read, template, {
        ...{ content, origin: 'rules', model: null },
        failure: error.message,
      })
    }
  }

  /** There are some that a failure must not take the place of: of this transcript, or a person's. */
  async function hasMinutes(recordingId: number, version: number): Promise<boolean> {
    const { current } = await recordings.minutesFacts(db.read, recordingId)
    const row = current === null ? null : await findMinutes(db.read, current)
    return row !== null && (row.origin === 'edit' || row.transcript_version === version)
  }
}
