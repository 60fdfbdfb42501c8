import type { Segment } from '#contract/transcripts.ts'

/** A place that a search found: `segments[segment].text.slice(from, to)`. */
export type Match = { segment: number; from: number; to: number }

/** More of them than anybody steps through. */
export const matchesAtMost = 10_000

/** Every place where the words stand, in upper or lower case, however many spaces are between them. */
export function findIn(segments: readonly Pick<Segment, 'text'>[], query: string): Match[] {
  const words = query.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const pattern = new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'),
    'giu',
  )
  const matches: Match[] = []
  for (const [segment, { text }] of segments.entries()) {
    for (const match of text.matchAll(pattern)) {
      matches.push({ segment, from: match.index, to: match.index + match[0].length })
      if (matches.length === matchesAtMost) return matches
    }
  }
  return matches
}
