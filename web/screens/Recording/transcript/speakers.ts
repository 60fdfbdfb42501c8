import type { Transcript } from '#contract/transcripts.ts'

export type Speaker = { label: string; name: string; initials: string; colour: string }

/** Whole class names, which Tailwind finds by reading. */
const colours = [
  'text-speaker-1',
  'text-speaker-2',
  'text-speaker-3',
  'text-speaker-4',
  'text-speaker-5',
  'text-speaker-6',
  'text-speaker-7',
  'text-speaker-8',
] as const

/** "Speaker 3" → "S3", "Anna van der Berg" → "AB", "Priya" → "P". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0]?.[0] ?? '?'
  const last = words.at(-1) ?? ''
  if (words.length === 1) return first.toUpperCase()
  return (first + (/^\d+$/.test(last) ? last : (last[0] ?? ''))).toUpperCase()
}

/** By number where they have one ("Speaker 2" before "Speaker 10"). */
function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en-GB', { numeric: true })
}

/**
 * Everybody who speaks, by label. A colour belongs to the place among the labels, so it stays when a name is
 * given; the name is the saved attendee's, else the detected one, else the label.
 */
export function speakersOf({
  segments,
  speakers,
  attendees,
}: Pick<Transcript, 'segments' | 'speakers' | 'attendees'>): Map<string, Speaker> {
  const labels = new Set(Object.keys(speakers))
  for (const { speaker } of segments) if (speaker) labels.add(speaker)
  return new Map(
    [...labels].sort(byNumber).map((label, index) => {
      const attendee = attendees.find(({ speakerId }) => speakerId === label)
      const name = attendee?.name.trim() || speakers[label]?.trim() || label
      const colour = colours[index % colours.length] ?? colours[0]
      return [label, { label, name, initials: initialsOf(name), colour }]
    }),
  )
}
