import { transact } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { isMissing } from '../../files/exists.ts'
import { PermanentFailure, type JobContext } from '../../jobs/define.ts'
import { wavDurationMs } from '../../speech/audio.ts'
import type { EngineGate } from '../../speech/gate.ts'
import { requireLanguage } from '../../speech/languages.ts'
import type { SpeechModel } from '../../speech/models.ts'
import { settledPieces, type Piece } from '../../speech/pieces.ts'
import type { FollowPayload } from './jobs.ts'
import { createRuns, type RunDeps } from './transcription-runs.ts'
import type { PieceRun } from './transcribe-piece.ts'
import { findRunning, type PieceRow, type TranscriptRow } from '../store.ts'

export type FollowDeps = RunDeps & {
  gate: EngineGate
  language: string
  /** The decoded sound of a recording under way, by the folder that its pieces lie in. */
  growingSound: (pieces: string) => string
}

/** Looked at in one go; a meeting that is far behind is planned window by window. */
const windowMs = 180_000
/** Silence this long is passed over for good. */
const quietMs = 20_000
/** Where somebody may just be beginning to speak. */
const edgeMs = 1000

/**
 * The job while a recording is made: transcribes one more piece of its run, which the job after Stop (transcribe.ts) goes on
 * with. One piece a job, so that meetings take turns.
 */
export function createFollower(deps: FollowDeps) {
  const { db, recordings } = deps
  const runs = createRuns(deps)

  const isOpen = async (id: number): Promise<boolean> =>
    (await recordings.capture(db.write, id)).phase === 'open'

  return async function run({ recordingId }: FollowPayload, context: JobContext): Promise<void> {
    try {
      await follow(recordingId, context)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return // deleted meanwhile
      // Others' pieces went down with this one: it is tried again later (follow-requests.ts), or after Stop.
      if (error instanceof AppError && error.code === 'engine_crashed')
        throw new PermanentFailure(error.code, error.message, { cause: error })
      // It has been stopped and its sound taken: the job after Stop does the rest.
      if (!isMissing(error) || (await isOpen(recordingId))) throw error
    }
  }

  async function follow(recordingId: number, context: JobContext): Promise<void> {
    const { phase, pieces } = await recordings.capture(db.read, recordingId)
    if (phase !== 'open') return
    const sound = deps.growingSound(pieces)
    const run: PieceRun = { recordingId, language: deps.language, gate: deps.gate, mostCrashes: 1 }
    const endpoint = await runs.engine(run, context, 0)
    // The run over sound that lapsed is still at work: what comes after it is followed then.
    if ((await findRunning(db.write, recordingId))?.planned_ms === null) return
    const running = await runs.underWay(run, endpoint.model, context)
    const next =
      (running && (await runs.firstOpenPiece(running.id))) ??
      (await plan(run, running, sound, endpoint.model, context))
    // After a restart the sound is decoded anew: not this far yet.
    if (!next || next.end_ms > (await wavDurationMs(sound))) return
    context.progress(50, 'Transcribing')
    await runs.work(run, next, sound, endpoint, context, 50)
  }

  /** @returns the first piece that more sound cannot change; none: there is none yet */
  async function plan(
    run: PieceRun,
    running: TranscriptRow | null,
    sound: string,
    model: SpeechModel,
    context: JobContext,
  ): Promise<PieceRow | undefined> {
    requireLanguage(model, run.language)
    const fromMs = running?.planned_ms ?? 0
    const untilMs = Math.min(await wavDurationMs(sound), fromMs + windowMs)
    if (untilMs <= fromMs) return undefined
    const joints = async () => (await recordings.capture(db.write, run.recordingId)).joints
    const found = await runs.plan(sound, { fromMs, untilMs, joints }, context)
    const pieces = settledPieces(found, untilMs)
    const plannedMs = pieces.at(-1)?.endMs ?? quietUntil(found, fromMs, untilMs)
    if (plannedMs === null) return undefined
    const id = await transact(db, async (trx) => {
      if ((await recordings.capture(trx, run.recordingId)).phase !== 'open') return null
      return runs.extend(trx, run, { running, model }, { pieces, plannedMs })
    })
    return id === null ? undefined : runs.firstOpenPiece(id)
  }
}

/** @returns up to where nobody speaks; null: that is not worth a note */
function quietUntil(pieces: Piece[], fromMs: number, untilMs: number): number | null {
  const endMs = Math.floor((pieces[0]?.startMs ?? untilMs) - edgeMs)
  return endMs - fromMs >= quietMs ? endMs : null
}
