import type { Segment } from '#contract/transcripts.ts'

type Cue = { start: number; end: number; speaker: string | null; text: string }
type Timed = { text: string; start: number; end: number }

/** What fits on a screen, and what can be read before it goes. */
const longestText = 84
const longestSeconds = 7
/** A shorter cue cannot be read. */
const shortestSeconds = 0.3

/** Words with their times; where nobody knows these, by the share of their letters. */
function wordsOf({ text, start, end, words }: Segment): Timed[] {
  if (words.length > 0) return words.map((word) => ({ ...word, text: word.text.trim() }))
  const parts = text.split(/\s+/).filter(Boolean)
  const letters = parts.reduce((sum, part) => sum + part.length, 0)
  let passed = 0
  return parts.map((part) => {
    const at = (count: number): number => start + ((end - start) * count) / letters
    const from = at(passed)
    passed += part.length
    return { text: part, start: from, end: at(passed) }
  })
}

/** Segments → what is shown at once. */
export function cuesOf(segments: readonly Segment[]): Cue[] {
  const cues: Cue[] = []
  for (const segment of segments) {
    let open: Cue | null = null
    for (const word of wordsOf(segment)) {
      const fits: boolean =
        open !== null &&
        open.text.length + word.text.length < longestText &&
        word.end - open.start <= longestSeconds
      if (open && fits) {
        open.text += ` ${word.text}`
        open.end = Math.max(open.end, word.end)
        continue
      }
      open = { start: word.start, end: word.end, speaker: segment.speaker, text: word.text }
      cues.push(open)
    }
  }
  return cues.map((cue) => ({ ...cue, end: Math.max(cue.end, cue.start + shortestSeconds) }))
}

function stamp(seconds: number, point: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000))
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0')
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map(two).join(':')
  return `${clock}${point}${String(ms % 1000).padStart(3, '0')}`
}

/** An arrow within the words would be read as times. */
const plain = (text: string): string => text.replaceAll('-->', '→')

export function asSrt(segments: readonly Segment[]): string {
  let last: string | null = null
  return cuesOf(segments)
    .map(({ start, end, speaker, text }, i) => {
      const named = speaker !== null && speaker !== last ? `${speaker}: ` : ''
      last = speaker
      return `${i + 1}\n${stamp(start, ',')} --> ${stamp(end, ',')}\n${plain(named + text)}\n`
    })
    .join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function asVtt(segments: readonly Segment[]): string {
  const cues = cuesOf(segments).map(({ start, end, speaker, text }) => {
    const voice = speaker === null ? '' : `<v ${escaped(speaker)}>`
    return `${stamp(start, '.')} --> ${stamp(end, '.')}\n${voice}${escaped(text)}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}
