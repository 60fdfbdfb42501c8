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

type ClaimRow = {
  segment_id: number
  label: string
  name: string
  quote: string
  strength: number
  start_ms: number
  speaker: string | null
}

/** Whether the model was asked about a version, or is about to be; null: nobody has thought of it. */
export async function findReading(
  handle: Handle,
  transcriptId: number,
): Promise<{ model: string | null; read_at: string | null } | null> {
  const row: { model: string | null; read_at: string | null } | undefined = await handle('name_reading')
    .where({ transcript_id: transcriptId })
    .first('model', 'read_at')
  return row ?? null
}

/** Notes that the model is to be asked about a version. @returns false where that was noted before */
export async function noteReading(handle: Handle, transcriptId: number): Promise<boolean> {
  if (await findReading(handle, transcriptId)) return false
  await handle('name_reading').insert({ transcript_id: transcriptId })
  return true
}

/** The model is to be asked once more; what it has read so far stays until it has answered. */
export async function noteAgain(handle: Handle, transcriptId: number): Promise<void> {
  if (!(await noteReading(handle, transcriptId)))
    await handle('name_reading').where({ transcript_id: transcriptId }).update({ read_at: null })
}

/** Puts what was read in the place of what there was. @param reading null: the version is still to be read */
export async function storeClaims(
  trx: Handle,
  transcriptId: number,
  reading: { model: string | null; read_at: string | null } | null,
  claims: readonly ReadClaim[],
): Promise<void> {
  await trx('name_claim').where({ transcript_id: transcriptId }).delete()
  await trx('name_reading').where({ transcript_id: transcriptId }).delete()
  if (reading) await trx('name_reading').insert({ transcript_id: transcriptId, ...reading })
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
      'name_claim.segment_id',
      'name_claim.label',
      'name_claim.name',
      'name_claim.quote',
      'name_claim.strength',
      'segment.start_ms',
      'segment.speaker',
    )
}

export async function readClaims(handle: Handle, transcriptId: number): Promise<ReadClaim[]> {
  const rows = await claimRows(handle, transcriptId)
  return rows.map(({ segment_id, label, name, quote, strength }) => ({
    segmentId: segment_id,
    label,
    name,
    quote,
    strength,
  }))
}

/** The same, beside the claims of the rules (speakers/service.ts). */
export async function languageClaims(handle: Handle, transcriptId: number): Promise<Claim[]> {
  const rows = await claimRows(handle, transcriptId)
  return rows.flatMap(({ speaker, ...row }) =>
    speaker === null
      ? []
      : [
          {
            rule: 'language',
            label: row.label,
            by: speaker,
            said: row.name,
            segmentId: row.segment_id,
            start: row.start_ms / 1000,
            quote: row.quote,
            strength: row.strength,
          },
        ],
  )
}
