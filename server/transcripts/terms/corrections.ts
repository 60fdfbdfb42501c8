import { align } from '../versions/align.ts'
import type { Part } from '../versions/revise.ts'
import type { SegmentRow } from '../store.ts'
import { wordsOf } from '../versions/edited-word-times.ts'
import type { Correction } from './store.ts'

/** More words than this are rewritten, not corrected. */
const longestPhrase = 4
/** "of" and "a" are no names. */
const shortest = 3

/** "(Acme," → "Acme"; the apostrophe of "O'Brien" stays. */
const bare = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Between passages, so that no phrase spans two. */
const end = '\n'

const bareWords = (text: string): string[] => [...wordsOf(text).map(bare).filter(Boolean), end]

/** What a person has replaced by what, in the passages that they changed. */
export function correctionsIn(before: readonly SegmentRow[], after: readonly Part[]): Correction[] {
  const kept = new Set<Part>(after)
  const was = new Set<Part>(before)
  const old = before.filter((row) => !kept.has(row)).flatMap(({ text }) => bareWords(text))
  const now = after.filter((part) => !was.has(part)).flatMap(({ text }) => bareWords(text))
  const found: Correction[] = []
  let a = 0
  let b = 0
  for (const [nextA, nextB] of [...align(old, now), [old.length, now.length] as const]) {
    const heard = old.slice(a, nextA)
    const meant = now.slice(b, nextB)
    if (isPhrase(heard) && isPhrase(meant)) {
      const correction = { heard: heard.join(' '), meant: meant.join(' ') }
      if (correction.meant.length >= shortest && correction.heard !== correction.meant) found.push(correction)
    }
    a = nextA + 1
    b = nextB + 1
  }
  return found
}

const isPhrase = (words: readonly string[]): boolean =>
  words.length > 0 && words.length <= longestPhrase && !words.includes(end)
