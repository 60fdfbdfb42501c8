import type { Handle } from '../../db/open.ts'

export type KnownVoiceRow = {
  id: number
  name: string
  /** JSON of numbers. */
  embedding: string
  embedding_name: string
  embedding_sha256: string
  clean_ms: number
  /** The words that were agreed to. */
  consent: string
  /** Null: deleted. */
  recording_id: number | null
  remembered_by: number | null
  remembered_at: string
}

/** By name. */
export function knownVoices(handle: Handle): Promise<KnownVoiceRow[]> {
  return handle('known_voice').orderBy(['name', 'id'])
}

export function voicesFrom(handle: Handle, recordingId: number): Promise<KnownVoiceRow[]> {
  return handle('known_voice').where({ recording_id: recordingId }).orderBy('id')
}

export async function insertKnownVoice(
  handle: Handle,
  voice: Omit<KnownVoiceRow, 'id' | 'remembered_at'>,
): Promise<KnownVoiceRow> {
  const row = { ...voice, remembered_at: new Date().toISOString() }
  const [id] = await handle('known_voice').insert(row)
  return { ...row, id: id! }
}

/** Heard and agreed to anew; whoever sounds like it still does. */
export async function renewKnownVoice(
  handle: Handle,
  id: number,
  voice: Omit<KnownVoiceRow, 'id' | 'remembered_at'>,
): Promise<KnownVoiceRow> {
  const row = { ...voice, remembered_at: new Date().toISOString() }
  await handle('known_voice').where({ id }).update(row)
  return { ...row, id }
}

/** @returns false: there is none */
export async function deleteKnownVoice(handle: Handle, id: number): Promise<boolean> {
  return (await handle('known_voice').where({ id }).delete()) > 0
}

export async function deleteAllKnownVoices(handle: Handle): Promise<void> {
  await handle('known_voice').delete()
}

/** Those under one of these names, and those that the person had remembered. */
export function voicesOf(
  handle: Handle,
  personId: number,
  names: readonly string[],
): Promise<KnownVoiceRow[]> {
  return handle('known_voice').whereIn('name', names).orWhere({ remembered_by: personId }).orderBy('id')
}

/** Voices of the person go; those of others that they had remembered stay, as those others agreed. */
export async function forgetVoicesOf(
  handle: Handle,
  personId: number,
  names: readonly string[],
): Promise<void> {
  await handle('known_voice').whereIn('name', names).delete()
  await handle('known_voice').where({ remembered_by: personId }).update({ remembered_by: null })
}
