import { transact, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import type { TimedSegment } from '../../speech/merge.ts'
import { findSegment, segmentRows } from '../store.ts'
import { requireBaseVersion, staleVersion } from './base-version.ts'
import { withLatestSpeakers, storeEdit } from './store-edit.ts'
import type { TextDeps } from './whole-texts.ts'

/** Corrects the words of one segment, or one word throughout. */
export function createSegmentEdits(deps: Omit<TextDeps, 'textArrived'>) {
  const { db } = deps

  /** Stores a version in which these segments have other words; their times and speakers stay. */
  async function storeWords(
    recordingId: number,
    edit: { seenId: number; basedOn: number; personId: number },
    replaced: ReadonlyMap<number, Pick<TimedSegment, 'text' | 'words'>>,
    learn: (trx: Handle) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await transact(db, async (trx) => {
      const { base, seen } = await requireBaseVersion(deps, trx, recordingId, edit.basedOn)
      if (!base || seen?.id !== edit.seenId) throw staleVersion(base?.version ?? 0, edit.basedOn)
      const edited = (await segmentRows(trx, seen.id)).map((row) => {
        const { start_ms: startMs, end_ms: endMs, speaker } = row
        const found = replaced.get(row.id)
        return found ? { startMs, endMs, ...found, speaker, overlap: row.overlap === 1 } : row
      })
      await learn(trx)
      const parts = await withLatestSpeakers(
        deps.diarisationResults,
        trx,
        recordingId,
        { base, seen },
        edited,
      )
      await storeEdit(deps, trx, recordingId, { personId: edit.personId, base, parts })
    })
  }

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
      const { seen } = await requireBaseVersion(deps, db.read, recordingId, edit.basedOn)
      const saw = seen ? await findSegment(db.read, seen.id, edit.segmentId) : null
      if (!saw) throw new AppError('not_found', 'This part of the transcript does not exist.')
      if (saw.text === text) return
      // Before the transaction, as with whole texts. A version's segments never change, so this holds in it too.
      const { words, corrections } = await deps.reader.segment({ rows: [saw], id: saw.id, text })
      const { basedOn, personId } = edit
      await storeWords(
        recordingId,
        { seenId: seen!.id, basedOn, personId },
        new Map([[saw.id, { text, words }]]),
        (trx) => deps.corrected(trx, { personId, recordingId }, corrections),
      )
    },

    /**
     * Other words in the place of a word wherever it stands; times and speakers stay.
     * @throws AppError not_found, stale_version, in_progress
     */
    async replaceWords(
      recordingId: number,
      edit: { heard: string; meant: string; basedOn: number; personId: number },
    ): Promise<void> {
      const { seen } = await requireBaseVersion(deps, db.read, recordingId, edit.basedOn)
      const rows = seen ? await segmentRows(db.read, seen.id) : []
      const replaced = await deps.reader.replace({ rows, heard: edit.heard, meant: edit.meant })
      if (replaced.length === 0)
        throw new AppError('not_found', `“${edit.heard}” is not in the transcript any more.`)
      const { basedOn, personId } = edit
      await storeWords(
        recordingId,
        { seenId: seen!.id, basedOn, personId },
        new Map(replaced.map(({ id, text, words }) => [id, { text, words }])),
      )
    },
  }
}
