import { transact, type Db } from '../../db/open.ts'
import { exists } from '../../files/exists.ts'
import type { JobContext } from '../../jobs/define.ts'
import { forgetJobs } from '../../jobs/queue.ts'
import type { Log } from '../../log.ts'
import type { OwnEngine } from '../../processes/own-engine.ts'
import type { RecordingsService, Sound } from '../../recordings/service.ts'
import { wavDurationMs, type Ffmpeg } from '../../speech/audio.ts'
import type { EngineEndpoint, EngineGate } from '../../speech/gate.ts'
import { requireLanguage } from '../../speech/languages.ts'
import { soundsAlike } from '../../speech/alike.ts'
import { planPieces } from '../../speech/pieces.ts'
import { quietestMoment } from '../../speech/transcribe.ts'
import { findSpeech } from '../../speech/vad.ts'
import { decodedSpeech } from './decoded-speech.ts'
import type { Editing, RunAsked } from '../versions/editing.ts'
import { followJobName, type TranscribePayload } from './jobs.ts'
import { keepLiveWords, readLiveWords } from './stored-captions.ts'
import { createPieceWork, type PieceRun, type PieceWorkDeps } from './transcribe-piece.ts'
import type { DiarisationResults } from '../speakers/diarisation-results.ts'
import {
  completeTranscript,
  deleteTranscript,
  findRunning,
  insertRun,
  piecesOf,
  planFurther,
  planned,
  type PieceRow,
  type TranscriptRow,
} from '../store.ts'

export type TranscribeDeps = {
  appRoot: string
  db: Db
  recordings: RecordingsService
  gate: EngineGate
  terms: PieceWorkDeps['terms']
  /** Of one model, for a run that a person asked for with it. @throws AppError model_unknown */
  ownEngine: (modelId: string, log: Log) => Promise<OwnEngine>
  ffmpeg: () => Promise<Ffmpeg>
  /** Where a run asks for no other. */
  language: string
  publishRun: Editing['publishRun']
  speakers: Pick<DiarisationResults, 'giveTo' | 'request'>
}

/** One run: what was asked for, and who does it. */
type Run = PieceRun & { asked: RunAsked }

/** See PieceRun. */
const mostCrashes = 3

/** How the bar is divided: reading the file, finding the voices, transcribing. */
const bar = { decoded: 8, voices: 15 }

/**
 * The job: decode → find the voices → plan pieces → transcribe piece by piece, each stored as it is done. Started again
 * after a crash it goes on at the first piece that is not stored; with another model it begins a new version.
 */
export function createTranscriber(deps: TranscribeDeps) {
  const { db, recordings } = deps
  const pieceWork = createPieceWork(deps)

  return async function run(payload: TranscribePayload, context: JobContext): Promise<void> {
    const { recordingId, model, language = deps.language, replaces, seen } = payload
    const asked = { replaces, seen }
    const own = model === undefined ? null : await deps.ownEngine(model, context.log)
    try {
      await transcribe({ recordingId, language, asked, gate: own ?? deps.gate, mostCrashes }, context)
    } finally {
      await own?.stop()
    }
  }

  async function transcribe(run: Run, context: JobContext): Promise<void> {
    const sound = await recordings.sound(db.read, run.recordingId)
    const speechWav = await decodedSpeech(deps, sound, context, bar.decoded)
    let endpoint = await pieceWork.engine(run, context, 0)
    for (;;) {
      const transcriptId = await openRun(run, sound, speechWav, endpoint, context)
      const next = await transcribePieces(run, transcriptId, speechWav, endpoint, context)
      if (next === 'done') return finish(run, transcriptId, speechWav)
      endpoint = next // the model was changed meanwhile: what it is worth is one transcript by one model
    }
  }

  /** The run to go on with: one that a crash left or that followed the recording, else a new one. */
  async function openRun(
    { language }: Run,
    sound: Sound,
    speechWav: string,
    { model }: EngineEndpoint,
    context: JobContext,
  ): Promise<number> {
    const { progress, signal, partStored, log } = context
    const running = await findRunning(db.write, sound.recordingId)
    const sameModel = running?.model_sha256 === model.sha256 && running.language === language
    const goesOn = running && sameModel && (await isOfThisSound(running, sound, speechWav))
    if (goesOn && running.planned_ms === null) return running.id
    requireLanguage(model, language)
    if (running && !goesOn) {
      const why = sameModel ? 'it followed other sound' : 'of another model or language'
      log.info({ recordingId: sound.recordingId, why }, 'a run is begun again')
      await deleteTranscript(db.write, running.id)
    }
    const fromMs = (goesOn && running.planned_ms) || 0
    progress(bar.decoded, 'Finding the voices')
    const speech = await findSpeech(speechWav, {
      appRoot: deps.appRoot,
      signal,
      onProgress: (part) => progress(bar.decoded + part * (bar.voices - bar.decoded), 'Finding the voices'),
      within: { startMs: fromMs, endMs: Infinity },
    })
    const quietest = (from: number, to: number): Promise<number> => quietestMoment(speechWav, from, to)
    const durationMs = await wavDurationMs(speechWav)
    const pieces = await planPieces(speech, durationMs, quietest, { fromMs, joints: sound.joints })
    const id = await transact(db, async (trx) => {
      if (!goesOn) return insertRun(trx, { recordingId: sound.recordingId, model, language }, planned(pieces))
      await planFurther(trx, running.id, planned(pieces), null)
      return running.id
    })
    await partStored()
    return id
  }

  /** What followed a recording counts only when it heard the sound that the recording has become. */
  async function isOfThisSound(running: TranscriptRow, sound: Sound, speechFile: string): Promise<boolean> {
    const { speechBare, followed } = sound.files
    if (running.planned_ms === null || speechFile === speechBare) return true
    return (await exists(followed)) && soundsAlike(followed, speechFile, running.planned_ms)
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
      endpoint = await pieceWork.engine(run, context, pace.percent())
      if (endpoint.model.sha256 !== first.model.sha256) return endpoint
      context.progress(pace.percent(), 'Transcribing', pace.secondsLeft())
      const next = await pieceWork.work(run, piece, speechWav, endpoint, context, pace.percent())
      if (next !== 'stored') return next
      pace.finished(piece)
      context.progress(pace.percent(), 'Transcribing', pace.secondsLeft())
    }
    return 'done'
  }

  async function finish({ asked, recordingId }: Run, transcriptId: number, sound: string): Promise<void> {
    // The sound is read before the database is held.
    const live = await readLiveWords(db.write, recordings, { recordingId, transcriptId, sound })
    await transact(db, async (trx) => {
      await keepLiveWords(trx, live, transcriptId)
      await deps.speakers.giveTo(trx, recordingId, transcriptId)
      await deps.publishRun(trx, await completeTranscript(trx, transcriptId), asked)
      const { durationMs } = await recordings.sound(trx, recordingId)
      await recordings.setTranscribed(trx, recordingId, durationMs)
      await forgetJobs(trx, recordingId, [followJobName])
      await deps.speakers.request(trx, recordingId)
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
