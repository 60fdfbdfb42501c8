import type { Handle } from '../db/open.ts'
import { readStoredWords, type SegmentRow } from './store.ts'

/** What stands where words were struck. */
export const struckMark = '[privileged passage struck]'

/**
 * Takes what was said between two moments out of every version of a recording's transcript, and out of what the live pass
 * heard and the model read of it. Words without times go with their whole line.
 */
export async function strikeWords(
  trx: Handle,
  recordingId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<void> {
  const versions: number[] = await trx('transcript').where({ recording_id: recordingId }).pluck('id')
  const rows: (Pick<SegmentRow, 'id' | 'start_ms' | 'end_ms' | 'text' | 'words'> & {
    transcript_id: number
  })[] = await trx('segment')
    .whereIn('transcript_id', versions)
    .where('start_ms', '<', toMs)
    // A line that came without an end has its beginning alone.
    .andWhereRaw('max(end_ms, start_ms + 1) > ?', [fromMs])
    .select('id', 'transcript_id', 'start_ms', 'end_ms', 'text', 'words')
  for (const row of rows) {
    const words = readStoredWords(row.words)
    const before = words.filter(({ endMs }) => endMs <= fromMs)
    const after = words.filter(({ startMs }) => startMs >= toMs)
    if (words.length > 0 && before.length + after.length === words.length) continue
    const mark = { text: struckMark, startMs: Math.max(fromMs, row.start_ms), endMs: toMs, confidence: 1 }
    const left = [...before, { ...mark, endMs: Math.min(toMs, Math.max(row.end_ms, mark.startMs)) }, ...after]
    await trx('segment')
      .where({ id: row.id })
      .update({
        text: left.map((word) => word.text.trim()).join(' '),
        words:
          words.length === 0
            ? row.words
            : JSON.stringify(left.map((w) => [w.text, w.startMs, w.endMs, w.confidence])),
      })
    await trx('name_claim').where({ segment_id: row.id }).delete()
  }
  await trx('live_segment')
    .where({ recording_id: recordingId })
    .andWhere('start_ms', '<', toMs)
    .andWhere('end_ms', '>', fromMs)
    .delete()
}
