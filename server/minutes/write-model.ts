import { AppError } from '../errors.ts'
import { PermanentFailure, type JobContext } from '../jobs/define.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { composeMinutes, outline } from './compose.ts'
import type { MinutesPayload } from './jobs.ts'
import { askModel } from './model/ask.ts'
import { reduce } from './model/reduce.ts'
import { readMeeting } from './read.ts'
import { forgetOldParts, forgetParts, partsOf } from './parts-store.ts'
import { findMinutes } from './store.ts'
import { createWriter, type WriteDeps } from './write.ts'

export type ModelDeps = WriteDeps & { language: LanguageEngine }

const byRules = { origin: 'rules' as const, model: null }
const notUsable =
  'What the language model answered could not be used: nothing of it stands in what was said, or only under To check. The rules wrote this.'
const notFound = 'The language model found nothing to minute in the transcript. The rules wrote this.'

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
      const { content, used } = reduce(answers, { outline: found, meeting, source })
      signal.throwIfAborted()
      // Asked again it is to answer anew.
      if (used === 0) await forgetParts(db.write, wanted.recordingId)
      const failure = used > 0 ? null : answers.some(({ topics }) => topics.length > 0) ? notUsable : notFound
      const by = failure === null ? { origin: 'model' as const, model } : byRules
      await writer.keep(wanted, read, template, { content, ...by, failure })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError) || !error.code.startsWith('language_')) throw error
      log.warn({ code: error.code, cause: error.cause }, error.message)
      if (await hasMinutes(wanted.recordingId, source.version))
        throw new PermanentFailure(error.code, error.message, { cause: error })
      const content = composeMinutes(meeting, source)
      await writer.keep(wanted, read, template, {
        ...{ content, ...byRules },
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
