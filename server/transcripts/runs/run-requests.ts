import { recordEvent } from '../../db/events.ts'
import { transact, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import type { Lane } from '../../jobs/lanes.ts'
import { enqueue, isActive, latestJobs } from '../../jobs/queue.ts'
import { requireLanguage } from '../../speech/languages.ts'
import type { TranscriptsDeps } from '../deps.ts'
import { wordsBelow } from '../speakers/diarisation-results.ts'
import { deleteTranscript, findRunning, findTranscript } from '../store.ts'
import { visibleTranscript } from '../versions/base-version.ts'
import type { TranscribePayload } from './jobs.ts'
import { doneUntil } from './stored-captions.ts'

/** What is left of a recording when it ends is little up to here. */
const shortRestMs = 300_000

type RequestDeps = Pick<TranscriptsDeps, 'db' | 'recordings' | 'models' | 'language' | 'job' | 'follow'>
type Wishes = Omit<TranscribePayload, 'recordingId' | 'seen'>

/** Queues transcriptions: when a recording's sound arrives, when a person asks, when a better model is installed. */
export function createRunRequests(deps: RequestDeps) {
  const { db, recordings, models, language, job } = deps

  return {
    /** A recording has its sound: queues its transcription; while one waits or runs, that one is meant. */
    async soundArrived(handle: Handle, recordingId: number): Promise<void> {
      await requestRun(deps, handle, recordingId, {}, await laneOfNewSound(deps, handle, recordingId))
      // A version that was whole may be so no longer.
      await recordEvent(handle, 'transcript', recordingId)
    },

    /**
     * The sound is another one: what was made of it so far is of no use. What followed it as it came is looked at by the run
     * that goes on with it.
     */
    async dropUnfinished(handle: Handle, recordingId: number): Promise<void> {
      const running = await findRunning(handle, recordingId)
      if (running?.planned_ms === null) await deleteTranscript(handle, running.id)
    },

    /** @throws AppError not_found, no_audio, in_progress */
    retry: (recordingId: number): Promise<void> => queueRun(deps, recordingId, {}),

    /**
     * With a model and a language of one's choice; what is left out is as the appliance is set.
     * @param wishes.replaceEdited the person has agreed that the run takes the place of the version that is there now
     * @throws AppError not_found, no_audio, in_progress, model_unknown, model_language, invalid_input
     */
    async transcribeAgain(
      recordingId: number,
      wishes: { model?: string; language?: string; replaceEdited: boolean },
    ): Promise<void> {
      const model =
        wishes.model === undefined ? await models.active(db.read) : await models.find(wishes.model)
      requireLanguage(model, wishes.language ?? language)
      const current = await visibleTranscript(db.read, recordings, recordingId)
      await queueRun(deps, recordingId, {
        ...(wishes.model !== undefined && { model: wishes.model }),
        ...(wishes.language !== undefined && { language: wishes.language }),
        ...(wishes.replaceEdited && current && { replaces: current.version }),
      })
    },

    /** What a person may choose from. */
    async choices() {
      const active = await models.active(db.read)
      const installed = await models.list()
      return {
        models: installed.map(({ id, name, multilingual, bundled }) => ({
          id,
          name,
          multilingual,
          bundled,
          active: id === active.id,
        })),
        language,
      }
    },

    /**
     * A real model serves: what the bundled model wrote is made again, except what people have edited, restored or attached.
     * @returns how many recordings were queued
     */
    async replaceBundledTranscripts(): Promise<number> {
      return transact(db, async (trx) => {
        const ids = await recordings.bundledTranscribed(trx)
        const jobs = await latestJobs(trx, job.name, ids)
        let count = 0
        for (const id of ids) {
          // What failed or was cancelled since waits for a person to try it again.
          if ((jobs.get(id)?.state ?? 'done') !== 'done') continue
          const current = await recordings.currentTranscript(trx, id)
          const row = current === null ? null : await findTranscript(trx, current)
          if (!row || row.edited === 1 || (await wordsBelow(trx, row)).origin === 'restore') continue
          await requestRun(deps, trx, id)
          count++
        }
        return count
      })
    },
  }
}

/** @throws AppError not_found, no_audio, in_progress */
async function queueRun(deps: RequestDeps, recordingId: number, wishes: Wishes): Promise<void> {
  const { db, recordings, job } = deps
  await recordings.sound(db.read, recordingId)
  await transact(db, async (trx) => {
    if (await isActive(trx, job.name, recordingId))
      throw new AppError('in_progress', 'This recording is already being transcribed.')
    await requestRun(deps, trx, recordingId, wishes)
  })
}

/** While a run waits or works, that one is meant. */
async function requestRun(
  { recordings, job }: RequestDeps,
  handle: Handle,
  recordingId: number,
  wishes: Wishes = {},
  lane: Lane = job.lane,
): Promise<number> {
  const id = await recordings.currentTranscript(handle, recordingId)
  const seen = id === null ? 0 : ((await findTranscript(handle, id))?.version ?? 0)
  return enqueue(handle, job, { recordingId, ...wishes, seen }, lane)
}

/** A meeting that has just been recorded, and of which little is left to do, does not wait behind hours of others. */
async function laneOfNewSound(
  { recordings, job, follow }: RequestDeps,
  handle: Handle,
  recordingId: number,
): Promise<Lane> {
  const { duration, capture } = await recordings.get(handle, recordingId)
  const seconds = duration || capture?.elapsed
  if (!capture || !seconds) return job.lane
  const running = await findRunning(handle, recordingId)
  const followedMs = running?.planned_ms ? await doneUntil(handle, running) : 0
  return seconds * 1000 - followedMs <= shortRestMs ? follow.lane : job.lane
}
