import type { Handle } from '../../db/open.ts'
import type { Claim } from '../names/meeting.ts'

/** What a language model has read, once it has borne examination (verify.ts). */
export type ReadClaim = {
  segmentId: number
  /** Whose name it is. */
  label: string
  name: string
  /** The sentence that shows it. */
  quote: string
  strength: number
}

/** With the line that the sentence stands in. */
type ClaimRow = ReadClaim & { start_ms: number; speaker: string | null }

export type Reading = {
  model: string | null
  /** Null: it has not come to the end. */
  read_at: string | null
  /** How far it has come until then. */
  lines_read: number
}

/** Whether the model was asked about a version, or is about to be; null: nobody has thought of it. */
export async function findReading(handle: Handle, transcriptId: number): Promise<Reading | null> {
  const row: Reading | undefined = await handle('name_reading')
    .where({ transcript_id: transcriptId })
    .first('model', 'read_at', 'lines_read')
  return row ?? null
}

/** Notes that the model is to be asked about a version. @returns false where that was noted before */
export async function noteReading(handle: Handle, transcriptId: number): Promise<boolean> {
  if (await findReading(handle, transcriptId)) return false
  await handle('name_reading').insert({ transcript_id: transcriptId })
  return true
}

/** The model is to be asked once more, from where it failed; what it has read so far stays. */
export async function noteAgain(handle: Handle, transcriptId: number): Promise<void> {
  if (await noteReading(handle, transcriptId)) return
  await handle('name_reading')
    .where({ transcript_id: transcriptId })
    .whereNotNull('read_at')
    .update({ read_at: null, lines_read: 0 })
}

/** @param reading null: nobody has thought of it */
export async function storeReading(
  trx: Handle,
  transcriptId: number,
  reading: Reading | null,
): Promise<void> {
  await trx('name_reading').where({ transcript_id: transcriptId }).delete()
  if (reading) await trx('name_reading').insert({ transcript_id: transcriptId, ...reading })
}

/** Puts claims in the place of those that there were. */
export async function replaceClaims(
  trx: Handle,
  transcriptId: number,
  claims: readonly ReadClaim[],
): Promise<void> {
  await trx('name_claim').where({ transcript_id: transcriptId }).delete()
  const rows = claims.map(({ segmentId, ...claim }) => ({
    ...claim,
    transcript_id: transcriptId,
    segment_id: segmentId,
  }))
  if (rows.length > 0) await trx.batchInsert('name_claim', rows, 100)
}

function claimRows(handle: Handle, transcriptId: number): Promise<ClaimRow[]> {
  return handle('name_claim')
    .join('segment', 'segment.id', 'name_claim.segment_id')
    .where('name_claim.transcript_id', transcriptId)
    .orderBy('name_claim.id')
    .select(
      ...['label', 'name', 'quote', 'strength', 'segment_id as segmentId'].map((one) => `name_claim.${one}`),
      ...['segment.start_ms', 'segment.speaker'],
    )
}

export async function readClaims(handle: Handle, transcriptId: number): Promise<ReadClaim[]> {
  const rows = await claimRows(handle, transcriptId)
  return rows.map(({ start_ms: _start, speaker: _speaker, ...claim }) => claim)
}

/** The same, beside the claims of the rules (speakers/service.ts). */
export async function languageClaims(handle: Handle, transcriptId: number): Promise<Claim[]> {
  const rows = await claimRows(handle, transcriptId)
  return rows.flatMap(({ start_ms, speaker, name, ...claim }): Claim[] =>
    speaker === null ? [] : [{ ...claim, rule: 'language', by: speaker, said: name, start: start_ms / 1000 }],
  )
}
