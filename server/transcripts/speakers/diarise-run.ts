import { transact, type Db, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { PermanentFailure, type JobContext } from '../../jobs/define.ts'
import { meetingInfo } from '../../meetings/service.ts'
import type { RecordingsService, Sound } from '../../recordings/service.ts'
import type { Ffmpeg } from '../../speech/audio.ts'
import { turnsByChannel } from '../../speech/channels.ts'
import { diarise, type Diarised } from '../../speech/diarise.ts'
import type { Print } from '../../speech/voices.ts'
import { pairOf, type DiarisationModel, type DiarisationModels } from '../../speech/diarisation-models.ts'
import { decodedSpeech } from '../runs/decoded-speech.ts'
import { replaceDiarisation } from './diarisation-store.ts'
import type { DiarisePayload } from '../runs/jobs.ts'
import { peopleListed } from './attendees.ts'
import type { DiarisationResults } from './diarisation-results.ts'

export type DiariseDeps = {
  appRoot: string
  db: Db
  recordings: RecordingsService
  models: DiarisationModels
  ffmpeg: () => Promise<Ffmpeg>
  threads: number
  speakers: DiarisationResults
  /** Which remembered voices these are like, by label: prints are biometric data, so they are compared here and not kept. */
  matchVoices: (
    handle: Handle,
    prints: ReadonlyMap<string, Print>,
    embeddingSha256: string,
  ) => Promise<Map<string, { voiceId: number; similarity: number }>>
}

/** How the bar is divided: reading the file, telling the voices apart, listening to the channels. */
const bar = { decoded: 5, voices: 95 }
const step = 'Identifying speakers'

/** Trying again at once would end the same. */
const permanent = new Set(['memory_short', 'model_damaged'])

type Found = Diarised & { by: 'voices' | 'channels' }

/** The job: who spoke when in a recording's sound, then who said what in its transcript. */
export function createDiariser(deps: DiariseDeps) {
  const { db, recordings } = deps

  return async function run(payload: DiarisePayload, context: JobContext): Promise<void> {
    try {
      await tellApart(payload, context)
    } catch (error) {
      if (error instanceof AppError && permanent.has(error.code))
        throw new PermanentFailure(error.code, error.message, { cause: error.cause })
      throw error
    }
  }

  async function tellApart(
    { recordingId, speakers, replaceEdited }: DiarisePayload,
    context: JobContext,
  ): Promise<void> {
    const sound = await recordings.sound(db.read, recordingId)
    const wav = await decodedSpeech(deps, sound, context, bar.decoded)
    const model = await deps.models.active()
    const known = async () => ({
      asked: speakers ?? (await recordings.speakerCount(db.read, recordingId)),
      listed: await listedPeople(recordingId),
    })
    let { asked, listed } = await known()
    let found = await listen(sound, wav, { asked, listed, model }, context)
    // Somebody has said meanwhile how many there are.
    const now = await known()
    if (now.asked !== asked) {
      ;({ asked, listed } = now)
      found = await listen(sound, wav, { asked, listed, model }, context)
    }
    await transact(db, async (trx) => {
      const turns = found.turns.map((turn) => ({ ...turn, ...rounded(turn) }))
      const prints = new Map(
        found.voices.flatMap(({ speaker, embedding }) => (embedding ? [[speaker, embedding] as const] : [])),
      )
      const alike = await deps.matchVoices(trx, prints, model.embedding.sha256)
      await replaceDiarisation(
        trx,
        {
          recording_id: recordingId,
          decided_by: found.by,
          segmentation_name: model.segmentation.name,
          segmentation_sha256: model.segmentation.sha256,
          embedding_name: model.embedding.name,
          embedding_sha256: model.embedding.sha256,
          bundled: model.bundled && found.by === 'voices' ? 1 : 0,
          speakers_asked: asked,
          speakers: new Set(turns.map((turn) => turn.speaker)).size,
        },
        turns,
        [...alike].map(([speaker, { voiceId, similarity }]) => ({
          speaker,
          known_voice_id: voiceId,
          similarity,
        })),
      )
      await deps.speakers.publish(trx, recordingId, { replaceEdited: replaceEdited === true })
    })
  }

  async function listedPeople(recordingId: number): Promise<number | null> {
    const { meetingId } = await recordings.get(db.read, recordingId)
    return peopleListed((await meetingInfo(db.read, meetingId)).attendees)
  }

  async function listen(
    sound: Sound,
    wav: string,
    { asked, listed, model }: { asked: number | null; listed: number | null; model: DiarisationModel },
    { progress, signal }: JobContext,
  ): Promise<Found> {
    progress(bar.decoded, step)
    const startedAt = Date.now()
    const byVoice = await diarise(wav, {
      appRoot: deps.appRoot,
      models: pairOf(model),
      // Who is listed need not speak.
      speakers: asked ?? listed,
      atMost: asked === null,
      threads: deps.threads,
      signal,
      onProgress: (part) => {
        const left = part > 0.02 ? Math.ceil(((Date.now() - startedAt) / 1000 / part) * (1 - part)) : null
        progress(bar.decoded + part * (bar.voices - bar.decoded), step, left)
      },
    })
    progress(bar.voices, step)
    const found = new Set(byVoice.turns.map(({ speaker }) => speaker)).size
    // More than two people sit on two channels: their voices say more than the channels do.
    if (asked === null ? found > 2 : asked !== 2) return { ...byVoice, by: 'voices' }
    const turns = await turnsByChannel(await deps.ffmpeg(), sound.original, { voices: found, signal })
    return turns ? { turns, voices: [], by: 'channels' } : { ...byVoice, by: 'voices' }
  }
}

const rounded = ({ startMs, endMs }: { startMs: number; endMs: number }) => ({
  startMs: Math.round(startMs),
  endMs: Math.round(endMs),
})
