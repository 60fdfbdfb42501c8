import { transact } from '../../db/open.ts'
import { exists } from '../../files/exists.ts'
import type { JobContext } from '../../jobs/define.ts'
import { forgetJobs } from '../../jobs/queue.ts'
import type { Log } from '../../log.ts'
import type { OwnEngine } from '../../processes/own-engine.ts'
import type { Sound } from '../../recordings/service.ts'
import type { Ffmpeg } from '../../speech/audio.ts'
import type { EngineEndpoint, EngineGate } from '../../speech/gate.ts'
import { requireLanguage } from '../../speech/languages.ts'
import { soundsAlike } from '../../speech/alike.ts'
import { decodedSpeech } from './decoded-speech.ts'
import type { Editing, RunAsked } from '../versions/editing.ts'
import { followJobName, type TranscribePayload } from './jobs.ts'
import { keepLiveWords, readLiveWords } from './stored-captions.ts'
import { createRuns, type RunDeps } from './transcription-runs.ts'
import type { PieceRun } from './transcribe-piece.ts'
import type { DiarisationResults } from '../speakers/diarisation-results.ts'
import { completeTranscript, piecesOf, type PieceRow, type TranscriptRow } from '../store.ts'

export type TranscribeDeps = RunDeps & {
  gate: EngineGate
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
 * The job when all sound is there: decode → find the voices → plan pieces → transcribe piece by piece, each stored as it is
 * done. It goes on with the run that followed the recording (follow.ts), or that a crash left, at the first piece that is not
 * stored; with another model it begins a new version.
 */
export function createTranscriber(deps: TranscribeDeps) {
  const { db, recordings } = deps
  const runs = createRuns(deps)

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
    let endpoint = await runs.engine(run, context, 0)
    for (;;) {
      const transcriptId = await openRun(run, sound, speechWav, endpoint, context)
      const next = await transcribePieces(run, transcriptId, speechWav, endpoint, context)
      if (next === 'done') return finish(run, transcriptId, speechWav)
      endpoint = next // the model was changed meanwhile: what it is worth is one transcript by one model
    }
  }

  /** The run to go on with: one that a crash left or that followed the recording, else a new one. */
  async function openRun(
    run: Run,
    sound: Sound,
    speechWav: string,
    { model }: EngineEndpoint,
    context: JobContext,
  ): Promise<number> {
    const { progress, partStored } = context
    const running = await runs.underWay(run, model, context, (one) => heardSameSound(one, sound, speechWav))
    if (running?.planned_ms === null) return running.id
    requireLanguage(model, run.language)
    const onProgress = (part: number) =>
      progress(bar.decoded + part * (bar.voices - bar.decoded), 'Finding the voices')
    onProgress(0)
    const rest = { fromMs: running?.planned_ms ?? 0, untilMs: null, joints: async () => sound.joints }
    const pieces = await runs.plan(speechWav, { ...rest, onProgress }, context)
    const id = await transact(db, (trx) =>
      runs.extend(trx, run, { running, model }, { pieces, plannedMs: null }),
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
      endpoint = await runs.engine(run, context, pace.percent())
      if (endpoint.model.sha256 !== first.model.sha256) return endpoint
      context.progress(pace.percent(), 'Transcribing', pace.secondsLeft())
      const next = await runs.work(run, piece, speechWav, endpoint, context, pace.percent())
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

/** What followed a recording counts only when it heard the sound that the recording has become. */
async function heardSameSound(running: TranscriptRow, sound: Sound, speechFile: string): Promise<boolean> {
  const { speechBare, followed } = sound.files
  if (running.planned_ms === null || speechFile === speechBare) return true
  return (await exists(followed)) && soundsAlike(followed, speechFile, running.planned_ms)
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
