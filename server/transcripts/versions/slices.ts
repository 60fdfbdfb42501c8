import { segmentColumns, type SegmentRow, type StoredSegment } from '../store.ts'

/** Segments that are stored at once. */
const slice = 2000

/** Segments as JSON, as `insertSlices` takes them. */
export function slicesOf(parts: readonly (SegmentRow | StoredSegment)[]): string[] {
  const slices: string[] = []
  for (let at = 0; at < parts.length; at += slice) slices.push(sliceOf(parts.slice(at, at + slice)))
  return slices
}

const sliceOf = (parts: readonly (SegmentRow | StoredSegment)[]): string =>
  JSON.stringify(
    parts.map((part) => {
      const columns = 'start_ms' in part ? part : segmentColumns(part)
      const { start_ms, end_ms, speaker, overlap, text, words } = columns
      return [start_ms, end_ms, speaker, overlap, text, words]
    }),
  )
