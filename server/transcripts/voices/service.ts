import type { Segment } from '#contract/transcripts.ts'
import { consentWords, enoughSpeechSeconds, type KnownVoice, type RecordingVoices } from '#contract/voices.ts'
import { transact, type Db, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import type { PeopleService } from '../../people/service.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { Ffmpeg } from '../../speech/audio.ts'
import { pairOf, type DiarisationModel, type DiarisationModels } from '../../speech/diarisation-models.ts'
import { voicePrint } from '../../speech/voice-print.ts'
import type { Print } from '../../speech/voices.ts'
import { decodedSpeech } from '../runs/decoded-speech.ts'
import { createKnownVoices, isVoiceMemoryOn } from './known-voices.ts'
import { matches, matchVoices } from './voice-matching.ts'
import { voicesInVersion, type SpeakerVoice } from './of-version.ts'
import * as store from './store.ts'

export type { VoiceMatch } from './voice-matching.ts'
export type VoicesService = ReturnType<typeof createVoices>

type VoicesDeps = {
  config: { appRoot: string }
  db: Db
  recordings: RecordingsService
  people: PeopleService
  models: Pick<DiarisationModels, 'active'>
  ffmpeg: () => Promise<Ffmpeg>
}

/** Voices that people have agreed to have remembered. Off unless an administrator has switched it on. */
export function createVoices(deps: VoicesDeps) {
  const { db, recordings, models } = deps
  const { present, ...known } = createKnownVoices(deps)

  return {
    ...known,
    matchVoices,
    matches,

    /** @param names of the current version's speakers that are confirmed, by label */
    async ofRecording(
      recordingId: number,
      version: {
        segments: readonly Segment[]
        labels: readonly string[]
        names: ReadonlyMap<string, string>
      },
    ): Promise<RecordingVoices> {
      if (!(await isVoiceMemoryOn(db.read))) return { on: false, speakers: [] }
      const voices = await voicesInVersion(db.read, recordingId, version.segments)
      const { audioFileName } = await recordings.get(db.read, recordingId)
      const remembered = await store.voicesFrom(db.read, recordingId)
      return {
        on: true,
        speakers: version.labels.map((label) => {
          const voice = voices.find((one) => one.label === label)
          const name = version.names.get(label)
          return {
            label,
            cleanSeconds: Math.floor((voice?.cleanMs ?? 0) / 1000),
            obstacle: audioFileName === null ? 'no_sound' : obstacleOf(name, voice),
            rememberedId: remembered.find((row) => row.name === name)?.id ?? null,
          }
        }),
      }
    },

    /**
     * With the consent of whoever it is: only now is a print made, from the sound. One that was remembered from this recording
     * under this name gives way.
     * @throws AppError voices_off, voice_not_clear, stale_version, no_audio, model_damaged, diarisation_failed
     */
    async remember(
      recordingId: number,
      wish: { label: string; name: string; personId: number },
      version: { segments: readonly Segment[]; names: ReadonlyMap<string, string> },
    ): Promise<KnownVoice> {
      await needOn(db.read)
      const { label } = wish
      const name = version.names.get(label)
      if (name !== undefined && name !== wish.name)
        throw new AppError(
          'stale_version',
          `${label} is ${name} by now, not ${wish.name}. Nothing was remembered.`,
        )
      const voices = await voicesInVersion(db.read, recordingId, version.segments)
      const voice = voices.find((one) => one.label === label)
      const obstacle = obstacleOf(name, voice)
      if (obstacle !== null || !voice || name === undefined)
        throw new AppError('voice_not_clear', sentences[obstacle ?? 'no_voice'](label))
      const model = await models.active()
      const print = await listen(deps, recordingId, voice, model)
      if (!print) throw new AppError('voice_not_clear', sentences.no_voice(label))
      return transact(db, async (trx) => {
        await needOn(trx)
        const known = {
          name,
          embedding: JSON.stringify(print),
          embedding_name: model.embedding.name,
          embedding_sha256: model.embedding.sha256,
          clean_ms: Math.round(voice.cleanMs),
          consent: consentWords(name),
          recording_id: recordingId,
          remembered_by: wish.personId,
        }
        const before = (await store.voicesFrom(trx, recordingId)).find((one) => one.name === name)
        const row = before
          ? await store.renewKnownVoice(trx, before.id, known)
          : await store.insertKnownVoice(trx, known)
        return (await present(trx, [row]))[0]!
      })
    },
  }
}

async function needOn(handle: Handle): Promise<void> {
  if (!(await isVoiceMemoryOn(handle)))
    throw new AppError(
      'voices_off',
      'Voices are not remembered on this appliance. An administrator can switch it on under System.',
    )
}

/** @throws AppError no_audio, model_damaged, diarisation_failed */
async function listen(
  { config, db, recordings, ffmpeg }: VoicesDeps,
  recordingId: number,
  { alone }: SpeakerVoice,
  model: DiarisationModel,
): Promise<Print | null> {
  const { signal } = new AbortController()
  const sound = await recordings.sound(db.read, recordingId)
  const wav = await decodedSpeech(
    { db, recordings, ffmpeg },
    sound,
    { progress: () => undefined, signal },
    100,
  )
  return voicePrint(wav, { appRoot: config.appRoot, models: pairOf(model), spans: alone, signal })
}

type Obstacle = NonNullable<RecordingVoices['speakers'][number]['obstacle']>

function obstacleOf(name: string | undefined, voice: SpeakerVoice | undefined): Obstacle | null {
  if (!voice) return 'no_voice'
  if (voice.cleanMs < enoughSpeechSeconds * 1000) return 'too_little'
  return name === undefined ? 'unconfirmed' : null
}

const sentences: Record<Obstacle, (label: string) => string> = {
  unconfirmed: (label) =>
    `Say who ${label} is first: a voice is remembered under a name that a person has confirmed.`,
  too_little: (label) =>
    `${label} is heard alone for less than ${enoughSpeechSeconds} seconds, which is too little to know the voice again.`,
  no_voice: (label) =>
    `There is no clear voice of ${label} in this recording: passages were assigned by hand, or the speakers have not been identified.`,
  no_sound: (label) =>
    `The audio of this recording is no longer available, so the voice of ${label} cannot be analysed.`,
}
