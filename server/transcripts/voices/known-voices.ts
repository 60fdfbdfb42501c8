import type { KnownVoice, VoicesAnswer } from '#contract/voices.ts'
import { transact, type Db, type Handle } from '../../db/open.ts'
import { getSetting, setSetting } from '../../db/settings.ts'
import { AppError } from '../../errors.ts'
import type { PeopleService } from '../../people/service.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { DiarisationModels } from '../../speech/diarisation-models.ts'
import { dropLikenesses } from '../speakers/diarisation-store.ts'
import * as store from './store.ts'

/** Whether voices are remembered on this appliance. */
export const isVoiceMemoryOn = async (handle: Handle): Promise<boolean> =>
  (await getSetting(handle, 'known_voices')) === 'on'

/** The list of remembered voices, and the setting that turns it on. */
export function createKnownVoices({
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
    return {
      on: await isVoiceMemoryOn(handle),
      voices: await present(handle, await store.knownVoices(handle)),
    }
  }

  return {
    present,

    list: (): Promise<VoicesAnswer> => list(db.read),

    isVoiceMemoryOn,

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
  }
}
