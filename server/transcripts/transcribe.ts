import { mkdir } from 'node:fs/promises'
import { recordEvent } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { exists } from '../files/exists.ts'
import type { JobContext } from '../jobs/define.ts'
import type { Log } from '../log.ts'
import type { OwnEngine } from '../processes/own-engine.ts'
import type { RecordingsService, Sound } from '../recordings/service.ts'
import { decodeToWav, wavDurationMs, type Ffmpeg } from '../speech/audio.ts'
import type { EngineEndpoint, EngineGate } from '../speech/gate.ts'
import { needLanguage } from '../speech/languages.ts'
import { planPieces, type Piece } from '../speech/pieces.ts'
import { quietestMoment, transcribePiece } from '../speech/transcribe.ts'
import { findSpeech } from '../speech/vad.ts'
import { whisperEngine } from '../speech/whisper.ts'
import type { Editing, RunAsked } from './editing.ts'
import type { TranscribePayload } from './jobs.ts'
import { keepLiveWords } from './live-words.ts'
import {
  completeTranscript,
  deleteTranscript,
  findRunning,
  finishPiece,
  insertRun,
  piecesOf,
  type PieceRow,
  type StoredSegment,
} from './store.ts'

/** Why it waits (being built, restarted, missing) is the engine's own status, which the page has. */
const waitingForEngine = 'Waiting for the speech engine'

export type TranscribeDeps = {
  appRoot: string
  db: Db
  recordings: RecordingsService
  gate: EngineGate
  /** Of one model, for a run that a person asked for with it. @throws AppError model_unknown */
  ownEngine: (modelId: string, log: Log) => Promise<OwnEngine>
  ffmpeg: () => Promise<Ffmpeg>
  /** Where a run asks for no other. */
  language: string
  publishRun: Editing['publishRun']
}

/** One run: what was asked for, and who does it. */
type Run = {
  recordingId: number
  language: string
  asked: RunAsked
  gate: Pick<EngineGate, 'wait'>
}

/** How the bar is divided: reading the file, finding the voices, transcribing. */
const bar = { decoded: 8, voices: 15 }

/** So often one piece may bring the engine down before the recording is given up. */
const engineCrashesPerPiece = 3

/**
 * The job: decode → find the voices → plan pieces → transcribe piece by piece, each stored as it is done. Started again
 * after a crash it goes on at the first piece that is not stored; with another model it begins a new version.
 */
export function createTranscriber(deps: TranscribeDeps) {
  const { db, recordings } = deps

  return async function run(payload: TranscribePayload, context: JobContext): Promise<void> {
    const { recordingId, model, language = deps.language, replaces, seen } = payload
    const asked = { replaces, seen }
    const own = model === undefined ? null : await deps.ownEngine(model, context.log)
    try {
      await transcribe({ recordingId, language, asked, gate: own ?? deps.gate }, context)
    } finally {
      await own?.stop()
    }
  }

  async function transcribe(run: Run, context: JobContext): Promise<void> {
    const sound = await recordings.sound(db.read, run.recordingId)
    const speechWav = await decoded(sound, context)
    let endpoint = await engine(run, context, 0)
    for (;;) {
      const transcriptId = await openRun(run, sound, speechWav, endpoint, context)
      const next = await transcribePieces(run, transcriptId, speechWav, endpoint, context)
      if (next === 'done') return finish(run, transcriptId)
      endpoint = next // the model was changed meanwhile: what it is worth is one transcript by one model
    }
  }

  async function engine(
    run: Run,
    context: JobContext,
    percent: number,
    not?: EngineEndpoint,
  ): Promise<EngineEndpoint> {
    return run.gate.wait(context.signal, () => context.progress(percent, waitingForEngine), not)
  }

  /** Speech as the engine hears it; the file is a cache that may be there from an earlier try. */
  async function decoded(sound: Sound, { progress, signal }: JobContext): Promise<string> {
    const target = sound.files.speechWav
    if (sound.decoded && (await exists(target))) return target
    progress(0, 'Reading the file')
    await mkdir(sound.files.cache, { recursive: true, mode: 0o700 })
    const found = await decodeToWav(await deps.ffmpeg(), sound.original, target, {
      signal,
      onProgress: (part) => progress(part * bar.decoded, 'Reading the file'),
    })
    await recordings.describeSound(db.write, sound.recordingId, found)
    return target
  }

  async function openRun(
    { language }: Run,
    sound: Sound,
    speechWav: string,
    { model }: EngineEndpoint,
    { progress, signal, partStored }: JobContext,
  ): Promise<number> {
    const running = await findRunning(db.write, sound.recordingId)
    if (running && running.model_sha256 === model.sha256 && running.language === language) return running.id
    needLanguage(model, language)
    if (running) await deleteTranscript(db.write, running.id)
    progress(bar.decoded, 'Finding the voices')
    const speech = await findSpeech(speechWav, {
      appRoot: deps.appRoot,
      signal,
      onProgress: (part) => progress(bar.decoded + part * (bar.voices - bar.decoded), 'Finding the voices'),
    })
    const pieces = await planPieces(speech, await wavDurationMs(speechWav), (from, to) =>
      quietestMoment(speechWav, from, to),
    )
    const id = await transact(db, (trx) =>
      insertRun(
        trx,
        {
          recordingId: sound.recordingId,
          // Where nobody speaks no model has written anything.
          model: { ...model, demo: model.demo && pieces.length > 0 },
          language,
        },
        pieces.map((piece) => ({ startMs: piece.startMs, endMs: piece.endMs, plan: JSON.stringify(piece) })),
      ),
    )
    await partStored()
    return id
  }

  /** @returns the engine to begin again with when the model was changed */
  async function transcribePieces(
    run: Run,
    transcriptId: number,
    speechWav: string,
    first: EngineEndpoint,
    context: JobContext,
  ): Promise<'done' | EngineEndpoint> {
    let endpoint = first
    const pieces = await piecesOf(db.write, transcriptId)
    const pace = createPace(pieces)
    for (const piece of pieces.filter((p) => p.finished_at === null)) {
      endpoint = await engine(run, context, pace.percent())
      if (endpoint.model.sha256 !== first.model.sha256) return endpoint
      context.progress(pace.percent(), 'Transcribing', pace.secondsLeft())
      const segments = await transcribeSafely(run, piece, speechWav, endpoint, context, pace.percent())
      if (!Array.isArray(segments)) return segments
      await transact(db, async (trx) => {
        await finishPiece(trx, transcriptId, piece.number, segments)
        if ((await recordings.currentTranscript(trx, run.recordingId)) === null)
          await recordings.setTranscribed(trx, run.recordingId, piece.end_ms)
        await recordEvent(trx, 'transcript', run.recordingId)
      })
      pace.finished(piece)
      await context.partStored()
      context.progress(pace.percent(), 'Transcribing', pace.secondsLeft())
    }
    return 'done'
  }

  /**
   * One piece; when the engine goes down under it the supervisor brings another, and the piece is tried again there.
   * @returns that other engine when it has another model
   */
  async function transcribeSafely(
    run: Run,
    piece: PieceRow,
    speechWav: string,
    first: EngineEndpoint,
    context: JobContext,
    percent: number,
  ): Promise<StoredSegment[] | EngineEndpoint> {
    const plan = JSON.parse(piece.plan) as Piece
    let endpoint = first
    for (let crashes = 0; ;) {
      try {
        return await transcribePiece(whisperEngine(endpoint.url), speechWav, plan, {
          language: run.language,
          signal: context.signal,
        })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'engine_crashed')) throw error
        crashes++
        context.log.warn({ piece: piece.number, crashes }, 'the speech engine went down under a piece')
        if (crashes >= engineCrashesPerPiece)
          throw new AppError(
            'engine_crashed',
            `The speech engine stopped ${crashes} times at ${Math.floor(piece.start_ms / 60_000)} min ${Math.floor((piece.start_ms % 60_000) / 1000)} s of this recording.`,
            { cause: error },
          )
        endpoint = await engine(run, context, percent, endpoint)
        if (endpoint.model.sha256 !== first.model.sha256) return endpoint
      }
    }
  }

  async function finish({ asked, recordingId }: Run, transcriptId: number): Promise<void> {
    await transact(db, async (trx) => {
      await keepLiveWords(trx, recordingId, transcriptId)
      await deps.publishRun(trx, await completeTranscript(trx, transcriptId), asked)
      const { durationMs } = await recordings.sound(trx, recordingId)
      await recordings.setTranscribed(trx, recordingId, durationMs)
    })
  }
}

/** Progress and time left, from the sound in the pieces that are done. */
function createPace(pieces: PieceRow[]) {
  const lengthOf = (piece: PieceRow): number => piece.end_ms - piece.start_ms
  const total = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
  let done = pieces.reduce((sum, piece) => sum + (piece.finished_at === null ? 0 : lengthOf(piece)), 0)
  const doneAtStart = done
  const startedAt = Date.now()
  return {
    finished(piece: PieceRow): void {
      done += lengthOf(piece)
    },
    percent: (): number => (total === 0 ? 100 : bar.voices + ((100 - bar.voices) * done) / total),
    secondsLeft(): number | null {
      const now = done - doneAtStart
      return now === 0 ? null : Math.ceil((((Date.now() - startedAt) / now) * (total - done)) / 1000)
    },
  }
}
