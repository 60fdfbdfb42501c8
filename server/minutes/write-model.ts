import type { JobContext } from '../jobs/define.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { isOfLanguage, plainly } from '../language/plain.ts'
import type { MinutesPayload } from './jobs.ts'
import { askModel } from './model/ask.ts'
import { gapsInWords } from './model/gaps.ts'
import { readMeeting } from './read.ts'
import { forgetOldParts, forgetParts, partsOf } from './parts-store.ts'
import { createWriter, type WriteDeps } from './write.ts'

export type ModelDeps = WriteDeps & { language: LanguageEngine }

const byRules = { origin: 'rules' as const, model: null }
const notQuoted =
  'What the language model answered could not be used: nothing of what it quotes was said in the lines that it names.'
const notBorneOut = 'What the language model answered could not be used: what was said does not bear it out.'
/** It ends early: what a person has asked for meanwhile is there. */
const tooLate = new Error('too late')
const notFound = 'The language model found nothing to minute in the transcript.'

/**
 * Minutes by the language model. Where it fails the rules write some, with the reason: those that are there stay, and these
 * wait to be chosen.
 */
export function createModelWriter(deps: ModelDeps) {
  const writer = createWriter(deps)
  const { db, language, compose } = deps

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
      const { answers, gaps, model } = await askModel(language, asked, {
        ...context,
        async giveWay() {
          await context.giveWay()
          if (await writer.isTooLate(wanted, kept)) throw tooLate
        },
      })
      const missing = gapsInWords(gaps)
      if (missing !== null) log.warn({ gaps: gaps.length }, missing)
      progress(96, 'Checking what was written')
      await progressWritten()
      const composed = await compose({ ...read, body, said: { answers, gaps } }, signal)
      signal.throwIfAborted()
      if (composed.used > 0) {
        const goesOn = gaps.length > 0
        await writer.keep(wanted, kept, { ...composed, origin: 'model', model, failure: missing, goesOn })
        return
      }
      // Asked again it is to answer anew.
      await forgetParts(db.write, wanted.recordingId)
      const answered = answers.some(
        ({ topics, purpose, nextMeeting }) => topics.length > 0 || purpose !== null || nextMeeting !== null,
      )
      const nothing = !answered ? notFound : composed.quoted > 0 ? notBorneOut : notQuoted
      const failure = [nothing, ...(missing === null ? [] : [missing])].join(' ')
      // Without what the model said, also under To check: these are the rules' by name.
      const alone = await compose({ ...read, body, said: null }, signal)
      await writer.keep(wanted, kept, { ...alone, ...byRules, failure })
    } catch (error) {
      signal.throwIfAborted()
      if (error === tooLate) return log.info('what a person has asked for since is there')
      if (!isOfLanguage(error)) throw error
      log.warn({ code: error.code, cause: error.cause }, error.message)
      const composed = await compose({ ...read, body, said: null }, signal)
      await writer.keep(wanted, kept, { ...composed, ...byRules, failure: plainly(error.code) })
    }
  }
}
