import type { Transcript } from '#contract/transcripts.ts'

export type Speaker = {
  label: string
  name: string
  initials: string
  /** Place among the theme's speaker colours, from 0. */
  colour: number
}

/** How many the theme has. */
const colours = 8

/** "Speaker 3" → "S3", "Anna van der Berg" → "AB", "Priya" → "P". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0]?.[0] ?? '?'
  const last = words.at(-1) ?? ''
  if (words.length === 1) return first.toUpperCase()
  return (first + (/^\d+$/.test(last) ? last : (last[0] ?? ''))).toUpperCase()
}

const numbered = /^\D*\d+$/

/**
 * The labels of everybody who was detected, in the order in which they begin to speak; those with a number among them by
 * number ("Speaker 2" before "Speaker 10").
 */
export function labelsOf({ segments, speakers }: Pick<Transcript, 'segments' | 'speakers'>): string[] {
  const labels = new Set<string>()
  for (const { speaker } of segments) if (speaker) labels.add(speaker)
  for (const label of Object.keys(speakers)) labels.add(label)
  const byNumber = [...labels]
    .filter((label) => numbered.test(label))
    .sort((a, b) => a.localeCompare(b, 'en-GB', { numeric: true }))
  let next = 0
  return [...labels].map((label) => (numbered.test(label) ? (byNumber[next++] ?? label) : label))
}

/**
 * Everybody who speaks, by label. A colour belongs to the place among the labels, so it stays when a name is given. The
 * server says whose name is known.
 */
export function speakersOf(transcript: Pick<Transcript, 'segments' | 'speakers'>): Map<string, Speaker> {
  return new Map(
    labelsOf(transcript).map((label, index) => {
      const name = transcript.speakers[label]?.trim() || label
      return [label, { label, name, initials: initialsOf(name), colour: index % colours }]
    }),
  )
}

/** Above which segments a name stands, as in books: where another one begins to speak. By the segment's index. */
export function namesShown(transcript: Pick<Transcript, 'segments' | 'speakers'>): Map<number, string> {
  const names = new Map<number, string>()
  let before: string | null = null
  for (const [index, { speaker }] of transcript.segments.entries()) {
    if (speaker !== null && speaker !== before)
      names.set(index, transcript.speakers[speaker]?.trim() || speaker)
    before = speaker
  }
  return names
}
