import { recordEvent } from '../../db/events.ts'
import { transact, type Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import type { JobContext } from '../../jobs/define.ts'
import { waitingForEngine } from '../../jobs/speech-first.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { EngineEndpoint, EngineGate } from '../../speech/gate.ts'
import type { Piece } from '../../speech/pieces.ts'
import { takesPrompt } from '../../speech/prompt.ts'
import { transcribePiece } from '../../speech/transcribe.ts'
import { whisperEngine } from '../../speech/whisper.ts'
import type { TermsService } from '../terms/service.ts'
import { finishPiece, type PieceRow, type StoredSegment } from '../store.ts'

/** Whose pieces these are, and who transcribes them. */
export type PieceRun = {
  recordingId: number
  language: string
  gate: Pick<EngineGate, 'wait'>
  /** So often one piece may bring the engine down before the run is given up. */
  mostCrashes: number
}

export type PieceWorkDeps = {
  db: Db
  recordings: RecordingsService
  terms: Pick<TermsService, 'promptFor' | 'heard'>
}

/** Piece by piece, each stored as it is done: by the run over a whole recording, and by the one that follows it. */
export function createPieceWork({ db, recordings, terms }: PieceWorkDeps) {
  async function engine(
    run: PieceRun,
    context: JobContext,
    percent: number,
    not?: EngineEndpoint,
  ): Promise<EngineEndpoint> {
    // Why it waits (being built, restarted, missing) is the engine's own status, which the page has.
    return run.gate.wait(context.signal, () => context.progress(percent, waitingForEngine), not)
  }

  /**
   * One piece; when the engine goes down under it the supervisor brings another, and the piece is tried again there.
   * @returns that other engine when it has another model
   */
  async function transcribe(
    run: PieceRun,
    piece: PieceRow,
    sound: string,
    first: EngineEndpoint,
    context: JobContext,
    percent: number,
  ): Promise<StoredSegment[] | EngineEndpoint> {
    const plan = JSON.parse(piece.plan) as Piece
    const prompt = takesPrompt(first.model) ? await terms.promptFor(run.recordingId) : ''
    let endpoint = first
    for (let crashes = 0; ;) {
      try {
        return await transcribePiece(whisperEngine(endpoint), sound, plan, {
          language: run.language,
          prompt,
          signal: context.signal,
          parallel: endpoint.remote?.parallel ?? 1 + (endpoint.beside?.length ?? 0),
        })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'engine_crashed')) throw error
        crashes++
        context.log.warn({ piece: piece.number, crashes }, 'the speech engine went down under a piece')
        if (crashes >= run.mostCrashes)
          throw new AppError('engine_crashed', stoppedAt(piece.start_ms, crashes), { cause: error })
        endpoint = await engine(run, context, percent, endpoint)
        if (endpoint.model.sha256 !== first.model.sha256) return endpoint
      }
    }
  }

  return {
    engine,

    /**
     * Transcribes a piece and stores it.
     * @returns another engine, when the model was changed meanwhile; nothing was stored then
     * @throws AppError engine_crashed
     */
    async work(
      run: PieceRun,
      piece: PieceRow,
      sound: string,
      endpoint: EngineEndpoint,
      context: JobContext,
      percent: number,
    ): Promise<'stored' | EngineEndpoint> {
      const segments = await transcribe(run, piece, sound, endpoint, context, percent)
      if (!Array.isArray(segments)) return segments
      await transact(db, async (trx) => {
        await finishPiece(trx, piece.transcript_id, piece.number, segments)
        await terms.heard(trx, run.recordingId, segments.map(({ text }) => text).join(' '))
        if ((await recordings.currentTranscript(trx, run.recordingId)) === null)
          await recordings.setTranscribed(trx, run.recordingId, piece.end_ms)
        await recordEvent(trx, 'transcript', run.recordingId)
      })
      await context.partStored()
      return 'stored'
    },
  }
}

function stoppedAt(ms: number, crashes: number): string {
  const seconds = Math.floor(ms / 1000)
  const times = crashes === 1 ? 'once' : `${crashes} times`
  return `The speech engine stopped ${times} at ${Math.floor(seconds / 60)} min ${seconds % 60} s of this recording.`
}
