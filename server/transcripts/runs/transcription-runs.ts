import type { Db, Handle } from '../../db/open.ts'
import type { JobContext } from '../../jobs/define.ts'
import { wavDurationMs } from '../../speech/audio.ts'
import { requireLanguage } from '../../speech/languages.ts'
import type { SpeechModel } from '../../speech/models.ts'
import { planPieces, type Piece } from '../../speech/pieces.ts'
import { quietestMoment } from '../../speech/transcribe.ts'
import { findSpeech } from '../../speech/vad.ts'
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
import { createPieceWork, type PieceRun, type PieceWorkDeps } from './transcribe-piece.ts'

export type RunDeps = PieceWorkDeps & { appRoot: string; db: Db }

/** What part of the sound is planned. */
type Stretch = {
  fromMs: number
  /** Null: to the end of the sound. */
  untilMs: number | null
  /** Asked for when the voices have been found: by then all that lie in the stretch are known. */
  joints: () => Promise<readonly number[]>
  onProgress?: (part: number) => void
}

/**
 * One transcription of a recording, from its first piece to its last. Two jobs work at it: `follow` adds pieces while the
 * sound still grows, and `transcribe` does the rest when all of it is there. `planned_ms` says how far a run that follows has
 * been planned; null: to the end.
 */
export function createRuns(deps: RunDeps) {
  const { db, appRoot } = deps
  const { engine, work } = createPieceWork(deps)

  return {
    engine,
    work,

    /**
     * The run to go on with, which a crash or a follower left; one that is of no more use is deleted.
     * @param isOfThisSound whether it heard the sound that the recording has now
     */
    async underWay(
      { recordingId, language }: PieceRun,
      model: SpeechModel,
      { log }: JobContext,
      isOfThisSound: (running: TranscriptRow) => Promise<boolean> = async () => true,
    ): Promise<TranscriptRow | null> {
      const running = await findRunning(db.write, recordingId)
      if (!running) return null
      const sameModel = running.model_sha256 === model.sha256 && running.language === language
      if (sameModel && (await isOfThisSound(running))) return running
      requireLanguage(model, language)
      const why = sameModel ? 'it followed other sound' : 'of another model or language'
      log.info({ recordingId, why }, 'a run is begun again')
      await deleteTranscript(db.write, running.id)
      return null
    },

    /** Finds the voices in a stretch of the sound, and cuts it into pieces where nobody speaks. */
    async plan(
      sound: string,
      { fromMs, untilMs, joints, onProgress }: Stretch,
      { signal }: JobContext,
    ): Promise<Piece[]> {
      const within = { startMs: fromMs, endMs: untilMs ?? Infinity }
      const speech = await findSpeech(sound, { appRoot, signal, within, ...(onProgress && { onProgress }) })
      const quietest = (from: number, to: number): Promise<number> => quietestMoment(sound, from, to)
      const endMs = untilMs ?? (await wavDurationMs(sound))
      return planPieces(speech, endMs, quietest, { fromMs, joints: await joints() })
    },

    /**
     * Adds pieces to the run, or begins it with them.
     * @param plannedMs see `planned_ms`
     * @returns the run's id
     */
    async extend(
      trx: Handle,
      { recordingId, language }: PieceRun,
      { running, model }: { running: TranscriptRow | null; model: SpeechModel },
      { pieces, plannedMs }: { pieces: Piece[]; plannedMs: number | null },
    ): Promise<number> {
      if (!running) return insertRun(trx, { recordingId, model, language }, planned(pieces), plannedMs)
      await planFurther(trx, running.id, planned(pieces), plannedMs)
      return running.id
    },

    async firstOpenPiece(transcriptId: number): Promise<PieceRow | undefined> {
      return (await piecesOf(db.write, transcriptId)).find((piece) => piece.finished_at === null)
    },
  }
}
