import { z } from 'zod'
import type { Handle } from '../../db/open.ts'

/** What people have said of a speaker: who it is, and who it is not. */
export type Naming = { name: string | null; dismissed: readonly string[] }
/** By label. */
export type Namings = ReadonlyMap<string, Naming>

type SpeakerRow = { transcript_id: number; label: string; name: string | null; dismissed: string }

const names = z.array(z.string())

export async function namingsOf(handle: Handle, transcriptId: number): Promise<Namings> {
  const rows: SpeakerRow[] = await handle('speaker').where({ transcript_id: transcriptId }).orderBy('label')
  return new Map(
    rows.map(({ label, name, dismissed }) => [
      label,
      { name, dismissed: names.parse(JSON.parse(dismissed)) },
    ]),
  )
}

export async function insertNamings(handle: Handle, transcriptId: number, namings: Namings): Promise<void> {
  const rows = [...namings]
    .filter(([, { name, dismissed }]) => name !== null || dismissed.length > 0)
    .map(([label, { name, dismissed }]) => ({
      transcript_id: transcriptId,
      label,
      name,
      dismissed: JSON.stringify(dismissed),
    }))
  if (rows.length > 0) await handle.batchInsert('speaker', rows, 100)
}

/** The newest other version of a recording in which people have said something of its speakers. */
export async function lastNamed(
  handle: Handle,
  { recordingId, except }: { recordingId: number; except: number },
): Promise<number | null> {
  const row: { id: number } | undefined = await handle('transcript')
    .where({ recording_id: recordingId, state: 'complete' })
    .whereNot({ id: except })
    .whereIn('id', handle('speaker').select('transcript_id'))
    .orderBy('version', 'desc')
    .first('id')
  return row?.id ?? null
}

/** The names that people have given in these versions. */
export function namesGiven(
  handle: Handle,
  transcriptIds: readonly number[],
): Promise<{ transcript_id: number; label: string; name: string }[]> {
  return handle('speaker')
    .whereIn('transcript_id', transcriptIds)
    .whereNotNull('name')
    .orderBy('label')
    .select('transcript_id', 'label', 'name')
}
