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
import type { DiarisationModels } from '../../speech/diarisation-models.ts'
import { alikeFrom, likenesses, type Print } from '../../speech/voices.ts'
import { dropPrints } from '../diarisation-store.ts'
import { segmentsOf, type TranscriptRow } from '../store.ts'
import { voicesInVersion, type SpeakerVoice } from './of-version.ts'
import * as store from './store.ts'

/** A remembered voice that a speaker sounds like. */
export type VoiceMatch = { name: string; voiceId: number; rememberedAt: string; similarity: number }

export type VoicesService = ReturnType<typeof createVoices>

/** Voices that people have agreed to have remembered. Off unless an administrator has switched it on. */
export function createVoices({
  db,
  recordings,
  people,
  models,
}: {
  db: Db
  recordings: RecordingsService
  people: PeopleService
  models: Pick<DiarisationModels, 'active'>
}) {
  const isOn = async (handle: Handle): Promise<boolean> => (await getSetting(handle, 'known_voices')) === 'on'

  async function present(handle: Handle, rows: store.KnownVoiceRow[]): Promise<KnownVoice[]> {
    const ids = [...new Set(rows.flatMap(({ remembered_by }) => remembered_by ?? []))]
    const names = await people.namesOf(handle, ids)
    const { embedding } = await models.active()
    const titles = new Map<number, string>()
    for (const id of new Set(rows.flatMap(({ recording_id }) => recording_id ?? [])))
      titles.set(id, (await recordings.get(handle, id)).title)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      rememberedAt: row.remembered_at,
      rememberedBy: row.remembered_by === null ? null : (names.get(row.remembered_by) ?? null),
      recordingId: row.recording_id,
      meeting: row.recording_id === null ? null : (titles.get(row.recording_id) ?? null),
      consent: row.consent,
      model: row.embedding_name,
      demo: row.demo === 1,
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

  return {
    list: (): Promise<VoicesAnswer> => list(db.read),

    isOn,

    /** Off: nothing is compared any more, and recordings keep no prints of whoever spoke. */
    switch: (on: boolean, { deleteAll }: { deleteAll: boolean }): Promise<VoicesAnswer> =>
      transact(db, async (trx) => {
        await setSetting(trx, 'known_voices', on ? 'on' : null)
        if (!on) await dropPrints(trx)
        if (deleteAll && !on) await store.deleteAllKnownVoices(trx)
        return list(trx)
      }),

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
      const { voices } = await voicesInVersion(db.read, recordingId, version.segments)
      const remembered = await store.voicesFrom(db.read, recordingId)
      return {
        on: true,
        speakers: version.labels.map((label) => {
          const voice = voices.find((one) => one.label === label)
          const name = version.names.get(label)
          return {
            label,
            cleanSeconds: Math.floor((voice?.cleanMs ?? 0) / 1000),
            obstacle: obstacleOf(name, voice),
            rememberedId: remembered.find((row) => row.name === name)?.id ?? null,
          }
        }),
      }
    },

    /**
     * With the consent of whoever it is. One that was remembered from this recording under this name gives way.
     * @throws AppError voices_off, voice_not_clear, stale_version
     */
    async remember(
      recordingId: number,
      wish: { label: string; name: string; personId: number },
      version: { segments: readonly Segment[]; names: ReadonlyMap<string, string> },
    ): Promise<KnownVoice> {
      return transact(db, async (trx) => {
        await needOn(trx)
        const { model, voices } = await voicesInVersion(trx, recordingId, version.segments)
        const voice = voices.find(({ label }) => label === wish.label)
        const name = version.names.get(wish.label)
        if (name !== undefined && name !== wish.name)
          throw new AppError(
            'stale_version',
            `${wish.label} is ${name} by now, not ${wish.name}. Nothing was remembered.`,
          )
        const obstacle = obstacleOf(name, voice)
        if (obstacle !== null || !model || !voice?.print || name === undefined)
          throw new AppError('voice_not_clear', sentences[obstacle ?? 'no_voice'](wish.label))
        for (const row of await store.voicesFrom(trx, recordingId))
          if (row.name === name) await store.deleteKnownVoice(trx, row.id)
        const row = await store.insertKnownVoice(trx, {
          name,
          embedding: JSON.stringify(voice.print),
          embedding_name: model.name,
          embedding_sha256: model.sha256,
          demo: model.demo ? 1 : 0,
          clean_ms: voice.cleanMs,
          consent: consentWords(name),
          recording_id: recordingId,
          remembered_by: wish.personId,
        })
        return (await present(trx, [row]))[0]!
      })
    },

    /** Which remembered voices a version's speakers sound like, by label; nothing while it is off. */
    async matches(
      handle: Handle,
      row: TranscriptRow,
      segments?: readonly Segment[],
    ): Promise<Map<string, VoiceMatch>> {
      if (!(await isOn(handle))) return new Map()
      const known = await store.knownVoices(handle)
      if (known.length === 0) return new Map()
      const said = segments ?? (await segmentsOf(handle, row.id))
      const { model, voices } = await voicesInVersion(handle, row.recording_id, said)
      if (!model) return new Map()
      const prints = new Map(voices.flatMap(({ label, print }) => (print ? [[label, print] as const] : [])))
      const comparable = known
        .filter(({ embedding_sha256 }) => embedding_sha256 === model.sha256)
        .map((one) => ({ ...one, print: JSON.parse(one.embedding) as Print }))
      return new Map(
        [...likenesses(prints, comparable, alikeFrom)].map(([label, { known: one, similarity }]) => [
          label,
          {
            name: one.name,
            voiceId: one.id,
            rememberedAt: one.remembered_at,
            similarity: Math.round(similarity * 1000) / 1000,
          },
        ]),
      )
    },
  }
}

type Obstacle = NonNullable<RecordingVoices['speakers'][number]['obstacle']>

function obstacleOf(name: string | undefined, voice: SpeakerVoice | undefined): Obstacle | null {
  if (!voice?.print) return 'no_voice'
  if (voice.cleanMs < enoughSpeechSeconds * 1000) return 'too_little'
  return name === undefined ? 'unconfirmed' : null
}

const sentences: Record<Obstacle, (label: string) => string> = {
  unconfirmed: (label) =>
    `Say who ${label} is first: a voice is remembered under a name that a person has confirmed.`,
  too_little: (label) =>
    `${label} is heard alone for less than ${enoughSpeechSeconds} seconds, which is too little to know the voice again.`,
  no_voice: (label) =>
    `There is no clear voice of ${label} in this recording. Where its speakers were told apart before voices were remembered here, have them told apart again.`,
}
