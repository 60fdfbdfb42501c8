import type { Segment } from '#contract/transcripts.ts'

/** A place that a search found: `segments[segment].text.slice(from, to)`, or in the speaker's name above it. */
export type Match = { segment: number; from: number; to: number; inName: boolean }

/** More of them than anybody steps through. */
export const matchesAtMost = 10_000

/** Every place where the words stand, in upper or lower case, however many spaces are between them. */
export function findIn(
  segments: readonly Pick<Segment, 'text'>[],
  query: string,
  /** The speaker's name, for segments above which one stands. */
  names: ReadonlyMap<number, string> = new Map(),
): Match[] {
  const words = query.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const pattern = new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'),
    'giu',
  )
  const matches: Match[] = []
  for (const [segment, { text }] of segments.entries()) {
    for (const [place, inName] of [
      [names.get(segment) ?? '', true],
      [text, false],
    ] as const)
      for (const match of place.matchAll(pattern)) {
        matches.push({ segment, from: match.index, to: match.index + match[0].length, inName })
        if (matches.length === matchesAtMost) return matches
      }
  }
  return matches
}
