import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { errorCodes } from '#contract/errors.ts'
import type { JobView } from '#contract/jobs.ts'
import type { createSummary } from '#contract/minutes.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { runnable } from '../jobs/define.ts'
import { cancel, enqueue, findJob, findSameWork, promote } from '../jobs/queue.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { modelIsExpected } from '../language/known.ts'
import { plainly } from '../language/plain.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { MinutesJobs, MinutesPayload } from './jobs.ts'
import { noTranscript } from './minutes-input.ts'
import { currentMinutes } from './minutes-queries.ts'
import { findMinutes } from './store.ts'
import { templateFor, type Templates } from './templates.ts'

const waitStepMs = 150

/** Minutes that a person asks for and waits for. */
export function createGenerate(deps: {
  db: Db
  recordings: RecordingsService
  transcripts: TranscriptsService
  templates: Templates
  language: LanguageEngine
  jobs: MinutesJobs
}) {
  const { db, recordings, templates, language, jobs } = deps
  let stopping = false

  /**
   * Has them written; while somebody has the same written already, that is meant.
   * @returns the job that does it
   * @throws AppError not_found, invalid_input (the template), no_transcript
   */
  async function request(
    recordingId: number,
    wanted: { template?: string; personId: number },
  ): Promise<number> {
    const { template, personId } = wanted
    if (template !== undefined) await templates.need(template)
    const { wordCount, title } = await recordings.get(db.read, recordingId)
    if (!wordCount) throw new AppError('no_transcript', noTranscript)
    const { state } = await language.status()
    // Where there never was one, the rules are who writes.
    const isAway = state !== 'ready' && (await modelIsExpected(db))
    const away = plainly(state === 'no_model' ? 'language_no_model' : 'language_unreachable')
    return transact(db, async (trx) => {
      const before = (await recordings.minutesFacts(trx, recordingId)).template ?? templateFor(title)
      if (template !== undefined) await recordings.setMinutesTemplate(trx, recordingId, template)
      const facts = await recordings.minutesFacts(trx, recordingId)
      const asked = {
        recordingId,
        personId,
        template: facts.template ?? templateFor(title),
        over: facts.current,
        transcript: await deps.transcripts.currentVersion(trx, recordingId),
      }
      return state === 'ready'
        ? askOfModel(trx, { jobs, asked, sameTemplate: asked.template === before })
        : enqueue(trx, jobs.rules, { ...asked, ...(isAway && { away }) })
    })
  }

  return {
    request,

    /**
     * Has them written and waits for it; while somebody has the same written already, waits for that.
     * @param wanted.gone fires when nobody waits any longer
     * @throws AppError not_found, invalid_input (the template), no_transcript, cancelled, in_progress, and as the work failed
     */
    async generate(
      recordingId: number,
      wanted: { template?: string; personId: number; gone: AbortSignal },
    ): Promise<z.infer<typeof createSummary.response>> {
      const jobId = await request(recordingId, wanted)
      await finished(db, jobId, { gone: wanted.gone, isStopping: () => stopping })
      // Work that came to the same right afterwards has the version now.
      const made =
        (await findMinutes(db.read, { job_id: jobId })) ??
        (await currentMinutes(recordings, db.read, recordingId))
      const row = made?.offered === 1 ? await currentMinutes(recordings, db.read, recordingId) : made
      if (!made || !row) throw new AppError('not_found', 'The minutes have since been removed.')
      return {
        summary: row.markdown,
        engine: row.model === null ? 'rules' : 'model',
        version: row.version,
        template: row.template,
        offered: made.offered === 1 ? made.version : null,
        failure: made.failure,
      }
    },

    /** Nobody is kept waiting any longer: the appliance stops. */
    stopWaiting(): void {
      stopping = true
    },
  }
}

/**
 * Whatever becomes of whoever waits, the work goes on.
 * @throws AppError as the work failed; `cancelled`, also of whoever has gone; `in_progress` when the appliance stops
 */
async function finished(
  db: Db,
  jobId: number,
  { gone, isStopping }: { gone: AbortSignal; isStopping: () => boolean },
): Promise<void> {
  for (;;) {
    if (gone.aborted)
      throw new AppError('cancelled', 'Whoever asked for the minutes has gone; the work goes on.')
    if (isStopping())
      throw new AppError(
        'in_progress',
        'The appliance is being stopped. The minutes are written when it is back.',
      )
    const view = await findJob(db.read, jobId)
    if (!view || view.state === 'cancelled')
      throw new AppError('cancelled', 'The minutes were cancelled. Nothing was changed.')
    if (view.state === 'done') return
    if (view.state === 'failed') throw failureOf(view)
    await pause(waitStepMs)
  }
}

/**
 * Minutes of these words that come by themselves are those that the person means; others of theirs end, whose words or
 * template are not these.
 */
async function askOfModel(
  trx: Handle,
  { jobs, asked, sameTemplate }: { jobs: MinutesJobs; asked: MinutesPayload; sameTemplate: boolean },
): Promise<number> {
  const unasked = await findSameWork(trx, jobs.model, { recordingId: asked.recordingId })
  if (unasked) {
    const { id, state, payload } = unasked
    const sameWords = payload.transcript === undefined || payload.transcript === asked.transcript
    if (state === 'queued' || (sameTemplate && sameWords)) {
      await promote(trx, jobs.model, { id, payload: asked, lane: 'asked' })
      return id
    }
    await cancel(trx, new Map([[jobs.model.name, runnable(jobs.model)]]), id)
  }
  return enqueue(trx, jobs.model, asked, 'asked')
}

/** A job's failure as the caller is to see it. */
function failureOf({ errorCode, errorMessage }: JobView): AppError {
  const code = errorCodes.find((one) => one === errorCode) ?? 'internal'
  return new AppError(code, errorMessage ?? 'The minutes could not be written.')
}
