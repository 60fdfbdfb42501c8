import type { Segment } from '#contract/transcripts.ts'
import {
  consentWords,
  enoughSpeechSeconds,
  type KnownVoice,
  type RecordingVoices,
  type VoicesAnswer,
} from '#contract/voices.ts'
import { transact, type Db, type Handle } from '../../db/open.ts'
import { getSetting, setSetting } from '../../db/settings.ts'
import { AppError } from '../../errors.ts'
import type { PeopleService } from '../../people/service.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { Ffmpeg } from '../../speech/audio.ts'
import { pairOf, type DiarisationModel, type DiarisationModels } from '../../speech/diarisation-models.ts'
import { voicePrint } from '../../speech/voice-print.ts'
import { alikeFrom, likenesses, type Print } from '../../speech/voices.ts'
import { decodedSpeech } from '../runs/decoded-speech.ts'
import { dropLikenesses, findDiarisation, likenessesOf } from '../speakers/diarisation-store.ts'
import { segmentsOf, type TranscriptRow } from '../store.ts'
import { voicesInVersion, type SpeakerVoice } from './of-version.ts'
import * as store from './store.ts'

/** A remembered voice that a speaker sounds like. */
export type VoiceMatch = { name: string; voiceId: number; rememberedAt: string; similarity: number }

export type VoicesService = ReturnType<typeof createVoices>

/** Voices that people have agreed to have remembered. Off unless an administrator has switched it on. */
export function createVoices({
  config,
  db,
  recordings,
  people,
  models,
  ffmpeg,
}: {
  config: { appRoot: string }
  db: Db
  recordings: RecordingsService
  people: PeopleService
  models: Pick<DiarisationModels, 'active'>
  ffmpeg: () => Promise<Ffmpeg>
}) {
  const isOn = async (handle: Handle): Promise<boolean> => (await getSetting(handle, 'known_voices')) === 'on'

  async function present(handle: Handle, rows: store.KnownVoiceRow[]): Promise<KnownVoice[]> {
    const ids = [...new Set(rows.flatMap(({ remembered_by }) => remembered_by ?? []))]
    const names = await people.namesOf(handle, ids)
    const { embedding } = await models.active()
    const titles = new Map<number, string>()
    for (const id of new Set(rows.flatMap(({ recording_id }) => recording_id ?? []))) {
      const title = await recordings.titleFor(handle, id)
      if (title !== null) titles.set(id, title)
    }
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      rememberedAt: row.remembered_at,
      rememberedBy: row.remembered_by === null ? null : (names.get(row.remembered_by) ?? null),
      recordingId: row.recording_id !== null && titles.has(row.recording_id) ? row.recording_id : null,
      meeting: row.recording_id === null ? null : (titles.get(row.recording_id) ?? null),
      consent: row.consent,
      model: row.embedding_name,
      usable: row.embedding_sha256 === embedding.sha256,
      cleanSeconds: Math.round(row.clean_ms / 1000),
    }))
  }

  async function list(handle: Handle): Promise<VoicesAnswer> {
    return { on: await isOn(handle), voices: await present(handle, await store.knownVoices(handle)) }
  }

  async function needOn(handle: Handle): Promise<void> {
    if (!(await isOn(handle)))
      throw new AppError(
        'voices_off',
        'Voices are not remembered on this appliance. An administrator can switch it on under System.',
      )
  }

  /** @throws AppError no_audio, model_damaged, diarisation_failed */
  async function listen(
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

  return {
    list: (): Promise<VoicesAnswer> => list(db.read),

    isOn,

    /** Off: nothing is compared any more. */
    switch: (on: boolean, { deleteAll }: { deleteAll: boolean }): Promise<VoicesAnswer> =>
      transact(db, async (trx) => {
        await setSetting(trx, 'known_voices', on ? 'on' : null)
        if (!on) await dropLikenesses(trx)
        if (deleteAll && !on) await store.deleteAllKnownVoices(trx)
        return list(trx)
      }),

    /** Who had a voice remembered (null: they are gone); undefined: it is not remembered. */
    async rememberedBy(handle: Handle, id: number): Promise<number | null | undefined> {
      return (await store.knownVoices(handle)).find((voice) => voice.id === id)?.remembered_by
    },

    /** @throws AppError not_found */
    async forget(id: number): Promise<void> {
      if (!(await store.deleteKnownVoice(db.write, id)))
        throw new AppError('not_found', 'This voice is not remembered any more.')
    },

    /** @param names of the current version's speakers that are confirmed, by label */
    async ofRecording(
      recordingId: number,
      version: {
        segments: readonly Segment[]
        labels: readonly string[]
        names: ReadonlyMap<string, string>
      },
    ): Promise<RecordingVoices> {
      if (!(await isOn(db.read))) return { on: false, speakers: [] }
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
      const print = await listen(recordingId, voice, model)
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

    /**
     * Which remembered voices these prints are like, by label; nothing while it is off. They are compared and forgotten.
     * @param embeddingSha256 the model's that made them: prints of others are not compared
     */
    async alike(
      handle: Handle,
      prints: ReadonlyMap<string, Print>,
      embeddingSha256: string,
    ): Promise<Map<string, { voiceId: number; similarity: number }>> {
      if (!(await isOn(handle))) return new Map()
      const known = (await store.knownVoices(handle))
        .filter(({ embedding_sha256 }) => embedding_sha256 === embeddingSha256)
        .map((one) => ({ ...one, print: JSON.parse(one.embedding) as Print }))
      return new Map(
        [...likenesses(prints, known, alikeFrom)].map(([label, { known: one, similarity }]) => [
          label,
          { voiceId: one.id, similarity: Math.round(similarity * 1000) / 1000 },
        ]),
      )
    },

    /** Which remembered voices a version's speakers sound like, by label; nothing while it is off. */
    async matches(
      handle: Handle,
      row: TranscriptRow,
      segments?: readonly Segment[],
    ): Promise<Map<string, VoiceMatch>> {
      if (!(await isOn(handle))) return new Map()
      const found = await likenessesOf(handle, row.recording_id)
      if (found.length === 0) return new Map()
      const said = segments ?? (await segmentsOf(handle, row.id))
      const voices = await voicesInVersion(handle, row.recording_id, said)
      const heardBy = (await findDiarisation(handle, row.recording_id))?.embedding_sha256
      const comparable = (await store.knownVoices(handle)).filter((one) => one.embedding_sha256 === heardBy)
      const known = new Map(comparable.map((one) => [one.id, one]))
      return new Map(
        found.flatMap(({ speaker, known_voice_id: voiceId, similarity }) => {
          const one = known.get(voiceId)
          // A label that a person has split since is no longer that voice.
          if (!one || !voices.some(({ label }) => label === speaker)) return []
          return [
            [speaker, { name: one.name, voiceId, rememberedAt: one.remembered_at, similarity }] as const,
          ]
        }),
      )
    },
  }
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
