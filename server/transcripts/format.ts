import type { Segment } from '#contract/transcripts.ts'

/** Seconds → hh:mm:ss. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** "[hh:mm:ss] [Speaker N] text"; the speaker is left out while nobody knows who spoke. */
export function lineOf(segment: { start_ms: number; speaker: string | null; text: string }): string {
  const speaker = segment.speaker ? `[${segment.speaker}] ` : ''
  return `[${clock(segment.start_ms / 1000)}] ${speaker}${segment.text}`
}

export function contentOf(segments: Segment[]): string {
  return segments
    .map((s) => lineOf({ start_ms: s.start * 1000, speaker: s.speaker, text: s.text }))
    .join('\n')
}

export const demoNotice =
  'Demo transcript: written by the bundled demo speech model, which knows a few hundred words of synthetic voices. Do not rely on it.'

/** The transcript as a text file for people: what it is, then its lines. */
export function textFile(transcript: {
  title: string
  content: string
  demo: boolean
  /** How far it is: whole, still growing, or ended before its end. */
  state: 'complete' | 'running' | 'broken off'
}): string {
  const head = [transcript.title]
  if (transcript.demo) head.push(demoNotice)
  if (transcript.state === 'running')
    head.push('The transcription is still running; this is what is there so far.')
  if (transcript.state === 'broken off')
    head.push('The transcription ended before its end; this is what was written until then.')
  return `${head.join('\n')}\n\n${transcript.content || 'No speech was found in this recording.'}\n`
}
