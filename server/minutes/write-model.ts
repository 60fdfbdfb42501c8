import { payloadOf } from '../jobs/queue.ts'
import type { JobContext } from '../jobs/define.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { isOfLanguage, plainly } from '../language/plain.ts'
import { minutesPayload, type MinutesPayload } from './jobs.ts'
import { askModel, roomForTask } from './model.ts'
import { readMeeting } from './minutes-input.ts'
import { forgetOldParts, forgetParts, forgetTold, partsOf } from './parts-store.ts'
import { createWriter, type WriteDeps } from './write.ts'

export type ModelDeps = WriteDeps & { language: LanguageEngine }

const notUsable =
  'None of the language model’s answers could be used: nothing in them is borne out by what was said.'
const someFailed = (count: number): string =>
  `The language model did not answer ${count === 1 ? 'one question' : `${count} questions`} about this meeting. What the rules found is used there.`

/**
 * Minutes by the language model. Where it fails the rules write some, with the reason: those that are there stay, and these
 * wait to be chosen.
 */
export function createModelWriter(deps: ModelDeps) {
  const writer = createWriter(deps)
  const { db, language, compose: composer } = deps

  return async (wanted: MinutesPayload, context: JobContext): Promise<void> => {
    const { id: jobId, signal, log, progress, progressWritten } = context
    /** A person may ask for these minutes while they are being written. */
    const asNow = (): Promise<MinutesPayload> => payloadOf(db.read, { payload: minutesPayload }, jobId)
    if (await writer.isWritten(jobId)) return
    progress(1, 'Reading the transcript')
    await forgetOldParts(db)
    const read = await readMeeting(deps, db.read, wanted.recordingId)
    const template = await writer.templateOf(wanted, read.meeting.title)
    const { meeting, source } = read
    const { body, instructions } = template
    const kept = { read, template, jobId }
    // Whoever has the model's minutes of these very words and asks again wants others.
    if (wanted.personId !== undefined && (await writer.hasOfModel(read, wanted.recordingId)))
      await forgetParts(db.write, wanted.recordingId)
    await forgetTold(db.write, wanted.recordingId)
    const parts = partsOf(db, wanted.recordingId)
    const keepRules = async (failure: string): Promise<void> => {
      const composed = await composer.compose({ ...read, body, said: null }, signal)
      await writer.keep(await asNow(), kept, { ...composed, origin: 'rules', model: null, failure })
    }
    try {
      const mostTokens = await roomForTask(language)
      const questions = await composer.questions({ meeting, source, mostTokens }, signal)
      const { model, answers, purpose, failed } = await askModel(
        language,
        { ...questions, instructions, parts },
        context,
      )
      const missing = failed === 0 ? null : someFailed(failed)
      if (missing !== null) log.warn({ failed }, missing)
      progress(96, 'Checking what was written')
      await progressWritten()
      const composed = await composer.compose({ ...read, body, said: { answers, purpose } }, signal)
      signal.throwIfAborted()
      if (composed.used > 0) {
        await writer.keep(await asNow(), kept, { ...composed, origin: 'model', model, failure: missing })
        return
      }
      // Asked again it is to answer anew.
      await forgetParts(db.write, wanted.recordingId)
      await keepRules([notUsable, ...(missing === null ? [] : [missing])].join(' '))
    } catch (error) {
      signal.throwIfAborted()
      if (!isOfLanguage(error)) throw error
      log.warn({ code: error.code, cause: error.cause }, error.message)
      await keepRules(plainly(error.code))
    }
  }
}
