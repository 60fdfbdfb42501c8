import { AppError } from '../errors.ts'
import { PermanentFailure, type JobContext } from '../jobs/define.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { MinutesPayload } from './jobs.ts'
import { askModel } from './model/ask.ts'
import { gapsInWords } from './model/gaps.ts'
import { readMeeting } from './read.ts'
import { forgetOldParts, partsOf } from './parts-store.ts'
import { findMinutes } from './store.ts'
import { createWriter, type WriteDeps } from './write.ts'

export type ModelDeps = WriteDeps & { language: LanguageEngine }

/** Minutes by the language model; where it fails, those that are there stay, else the rules write them, with the reason. */
export function createModelWriter(deps: ModelDeps) {
  const writer = createWriter(deps)
  const { db, recordings, language, compose } = deps

  return async (wanted: MinutesPayload, context: JobContext): Promise<void> => {
    const { id: jobId, signal, log, progress, progressWritten } = context
    if (await writer.isWritten(jobId)) return
    progress(1, 'Reading the transcript')
    await forgetOldParts(db)
    const read = await readMeeting(deps, db.read, wanted.recordingId)
    const template = await writer.templateOf(wanted, read.meeting.title)
    const { meeting, source } = read
    const { body, instructions } = template
    const kept = { read, template, jobId }
    try {
      const parts = partsOf(db, wanted.recordingId)
      const asked = { meeting, source, instructions, parts }
      const { answers, gaps, model } = await askModel(language, asked, context)
      const failure = gapsInWords(gaps)
      if (failure !== null) log.warn({ gaps: gaps.length }, failure)
      progress(96, 'Checking what was written')
      await progressWritten()
      const composed = await compose({ ...read, body, said: { answers, gaps } }, signal)
      signal.throwIfAborted()
      const goesOn = gaps.length > 0
      await writer.keep(wanted, kept, { ...composed, origin: 'model', model, failure, goesOn })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError) || !error.code.startsWith('language_')) throw error
      log.warn({ code: error.code, cause: error.cause }, error.message)
      if (await hasMinutes(wanted.recordingId, source.version))
        throw new PermanentFailure(error.code, error.message, { cause: error })
      const composed = await compose({ ...read, body, said: null }, signal)
      await writer.keep(wanted, kept, { ...composed, origin: 'rules', model: null, failure: error.message })
    }
  }

  /** There are some that a failure must not take the place of: of this transcript, or a person's. */
  async function hasMinutes(recordingId: number, version: number): Promise<boolean> {
    const { current } = await recordings.minutesFacts(db.read, recordingId)
    const row = current === null ? null : await findMinutes(db.read, current)
    return row !== null && (row.origin === 'edit' || row.transcript_version === version)
  }
}
