import { transact, type Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { isMissing } from '../../files/exists.ts'
import { PermanentFailure, type JobContext } from '../../jobs/define.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { wavDurationMs } from '../../speech/audio.ts'
import type { EngineEndpoint, EngineGate } from '../../speech/gate.ts'
import { requireLanguage } from '../../speech/languages.ts'
import type { SpeechModel } from '../../speech/models.ts'
import { planPieces, settledPieces, type Piece } from '../../speech/pieces.ts'
import { quietestMoment } from '../../speech/transcribe.ts'
import { findSpeech } from '../../speech/vad.ts'
import type { FollowPayload } from './jobs.ts'
import { createPieceWork, type PieceRun, type PieceWorkDeps } from './transcribe-piece.ts'
import {
  deleteTranscript,
  findRunning,
  insertRun,
  piecesOf,
  planFurther,
  planned,
  type PieceRow,
  type TranscriptRow,
} from '../store.ts'

export type FollowDeps = {
  appRoot: string
  db: Db
  recordings: RecordingsService
  gate: EngineGate
  terms: PieceWorkDeps['terms']
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
 * The job: transcribes one more piece of a recording under way, in the run that the job after Stop goes on with. One piece
 * a job, so that meetings take turns.
 */
export function createFollower(deps: FollowDeps) {
  const { db, recordings } = deps
  const pieceWork = createPieceWork(deps)

  const isOpen = async (id: number): Promise<boolean> =>
    (await recordings.capture(db.write, id)).phase === 'open'

  return async function run({ recordingId }: FollowPayload, context: JobContext): Promise<void> {
    try {
      await follow(recordingId, context)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return // deleted meanwhile
      // Others' pieces went down with this one: it is tried again later (following.ts), or after Stop.
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
    const endpoint = await pieceWork.engine(run, context, 0)
    const running = await runToGoOnWith(run, endpoint, context)
    // The run over sound that lapsed is still at work: what comes after it is followed then.
    if (running && running.planned_ms === null) return
    const next = (await firstOpen(running)) ?? (await plan(run, running, sound, endpoint.model, context))
    // After a restart the sound is decoded anew: not this far yet.
    if (!next || next.end_ms > (await wavDurationMs(sound))) return
    context.progress(50, 'Transcribing')
    await pieceWork.work(run, next, sound, endpoint, context, 50)
  }

  async function runToGoOnWith(
    { recordingId, language }: PieceRun,
    { model }: EngineEndpoint,
    { log }: JobContext,
  ): Promise<TranscriptRow | null> {
    const running = await findRunning(db.write, recordingId)
    if (!running || running.planned_ms === null) return running
    if (running.model_sha256 === model.sha256 && running.language === language) return running
    log.info({ recordingId }, 'the model was changed: what followed the recording is begun again')
    await deleteTranscript(db.write, running.id)
    return null
  }

  async function firstOpen(running: TranscriptRow | null): Promise<PieceRow | undefined> {
    if (!running) return undefined
    return (await piecesOf(db.write, running.id)).find((piece) => piece.finished_at === null)
  }

  /** @returns the first piece that more sound cannot change; none: there is none yet */
  async function plan(
    { recordingId, language }: PieceRun,
    running: TranscriptRow | null,
    sound: string,
    model: SpeechModel,
    { signal }: JobContext,
  ): Promise<PieceRow | undefined> {
    requireLanguage(model, language)
    const fromMs = running?.planned_ms ?? 0
    const untilMs = Math.min(await wavDurationMs(sound), fromMs + windowMs)
    if (untilMs <= fromMs) return undefined
    const within = { startMs: fromMs, endMs: untilMs }
    const speech = await findSpeech(sound, { appRoot: deps.appRoot, signal, within })
    const quietest = (from: number, to: number): Promise<number> => quietestMoment(sound, from, to)
    // Kept before the sound after them comes, so those up to here are known.
    const { joints } = await recordings.capture(db.write, recordingId)
    const pieces = await planPieces(speech, untilMs, quietest, { fromMs, joints })
    const settled = settledPieces(pieces, untilMs)
    const plannedMs = settled.at(-1)?.endMs ?? quietUntil(pieces, fromMs, untilMs)
    if (plannedMs === null) return undefined
    const id = await transact(db, async (trx) => {
      if ((await recordings.capture(trx, recordingId)).phase !== 'open') return null
      if (!running) return insertRun(trx, { recordingId, model, language }, planned(settled), plannedMs)
      await planFurther(trx, running.id, planned(settled), plannedMs)
      return running.id
    })
    if (id === null) return undefined
    return (await piecesOf(db.write, id)).find((piece) => piece.finished_at === null)
  }
}

/** @returns up to where nobody speaks; null: that is not worth a note */
function quietUntil(pieces: Piece[], fromMs: number, untilMs: number): number | null {
  const endMs = Math.floor((pieces[0]?.startMs ?? untilMs) - edgeMs)
  return endMs - fromMs >= quietMs ? endMs : null
}
