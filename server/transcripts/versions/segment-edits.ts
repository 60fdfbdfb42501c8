import { transact } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { findSegment, segmentRows } from '../store.ts'
import { requireBaseVersion, staleVersion } from './base-version.ts'
import { withLatestSpeakers, storeEdit } from './store-edit.ts'
import type { TextDeps } from './whole-texts.ts'

/** Corrects the words of one segment, or one word throughout. */
export function createSegmentEdits(deps: Omit<TextDeps, 'textArrived'>) {
  const { db } = deps
  return {
    /**
     * The words of one segment; its times and its speaker stay.
     * @throws AppError not_found, stale_version, in_progress
     */
    async editSegment(
      recordingId: number,
      edit: { segmentId: number; text: string; basedOn: number; personId: number },
    ): Promise<void> {
      const text = edit.text.replace(/\s+/g, ' ').trim()
      const { seen: was } = await requireBaseVersion(deps, db.read, recordingId, edit.basedOn)
      const saw = was ? await findSegment(db.read, was.id, edit.segmentId) : null
      if (!saw) throw new AppError('not_found', 'This part of the transcript does not exist.')
      if (saw.text === text) return
      // Before the transaction, as with whole texts. A version's segments never change, so this holds in it too.
      const { words, corrections } = await deps.reader.segment({ rows: [saw], id: saw.id, text })
      await transact(db, async (trx) => {
        const { base, seen } = await requireBaseVersion(deps, trx, recordingId, edit.basedOn)
        if (!base || seen?.id !== was!.id) throw staleVersion(base?.version ?? 0, edit.basedOn)
        const rows = await segmentRows(trx, seen.id)
        const span = { startMs: saw.start_ms, endMs: saw.end_ms }
        const changed = { ...span, text, speaker: saw.speaker, overlap: saw.overlap === 1, words }
        const edited = rows.map((one) => (one.id === saw.id ? changed : one))
        await deps.corrected(trx, { personId: edit.personId, recordingId }, corrections)
        const parts = await withLatestSpeakers(
          deps.diarisationResults,
          trx,
          recordingId,
          { base, seen },
          edited,
        )
        await storeEdit(deps, trx, recordingId, { personId: edit.personId, base, parts })
      })
    },

    /**
     * Other words in the place of a word wherever it stands; times and speakers stay.
     * @throws AppError not_found, stale_version, in_progress
     */
    async replaceWords(
      recordingId: number,
      edit: { heard: string; meant: string; basedOn: number; personId: number },
    ): Promise<void> {
      const { seen: was } = await requireBaseVersion(deps, db.read, recordingId, edit.basedOn)
      const saw = was ? await segmentRows(db.read, was.id) : []
      const replaced = new Map(
        (await deps.reader.replace({ rows: saw, heard: edit.heard, meant: edit.meant })).map((one) => [
          one.id,
          one,
        ]),
      )
      if (replaced.size === 0)
        throw new AppError('not_found', `“${edit.heard}” is not in the transcript any more.`)
      await transact(db, async (trx) => {
        const { base, seen } = await requireBaseVersion(deps, trx, recordingId, edit.basedOn)
        if (!base || seen?.id !== was!.id) throw staleVersion(base?.version ?? 0, edit.basedOn)
        const edited = (await segmentRows(trx, seen.id)).map((row) => {
          const found = replaced.get(row.id)
          if (!found) return row
          const span = { startMs: row.start_ms, endMs: row.end_ms }
          const { text, words } = found
          return { ...span, text, speaker: row.speaker, overlap: row.overlap === 1, words }
        })
        const parts = await withLatestSpeakers(
          deps.diarisationResults,
          trx,
          recordingId,
          { base, seen },
          edited,
        )
        await storeEdit(deps, trx, recordingId, { personId: edit.personId, base, parts })
      })
    },
  }
}
