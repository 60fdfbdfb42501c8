import type { Segment } from '#contract/transcripts.ts'

/** One or a few words that a person has put in the place of others. */
export type Correction = { heard: string; meant: string }

/** More words than this are rewritten, not corrected. */
const longestPhrase = 4
/** Of longer texts nobody waits for the comparison. */
const longestText = 2_000_000

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
/** "(Acme," → "Acme"; the apostrophe of "O'Brien" stays. */
const bare = (words: readonly string[]): string =>
  words.join(' ').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** What was corrected, where it was one place; null: nothing, or more than that. */
export function correctionOf(before: string, after: string): Correction | null {
  if (before.length + after.length > longestText) return null
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const heard = old.slice(head, old.length - tail)
  const meant = now.slice(head, now.length - tail)
  if (heard.length === 0 || meant.length === 0) return null
  if (heard.length > longestPhrase || meant.length > longestPhrase) return null
  const correction = { heard: bare(heard), meant: bare(meant) }
  const isWord = correction.heard.length >= 2 && correction.meant.length >= 3
  return isWord && correction.heard !== correction.meant ? correction : null
}

/** In how many passages the words that were heard still stand, as whole words. */
export function placesOf({ heard }: Correction, segments: readonly Pick<Segment, 'text'>[]): number {
  const words = heard.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'gu')
  return segments.reduce((sum, { text }) => sum + (text.match(whole)?.length ?? 0), 0)
}
