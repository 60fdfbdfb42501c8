import type { Gap } from '#contract/capture.ts'
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

/** "14 seconds were not recorded", "1 minute 5 seconds were not recorded". */
export function gapLine({ at, length }: Gap): string {
  const seconds = Math.max(1, Math.round(length))
  const count = (n: number, unit: string): string[] => (n === 0 ? [] : [`${n} ${unit}${n === 1 ? '' : 's'}`])
  const parts = [...count(Math.floor(seconds / 60), 'minute'), ...count(seconds % 60, 'second')]
  const verb = seconds === 1 || seconds === 60 ? 'was' : 'were'
  return `[${clock(at)}] (${parts.join(' ')} ${verb} not recorded)`
}

/** The transcript's lines, and where something was not captured a line that says so. */
function linesWithGaps(segments: Segment[], gaps: Gap[]): string {
  const left = [...gaps].sort((a, b) => a.at - b.at)
  const lines: string[] = []
  for (const segment of segments) {
    while (left[0] && left[0].at <= segment.start) lines.push(gapLine(left.shift()!))
    lines.push(contentOf([segment]))
  }
  return [...lines, ...left.map(gapLine)].join('\n')
}

export const demoNotice =
  'Demo transcript: written by the bundled demo speech model, which knows a few hundred words of synthetic voices. Do not rely on it.'

/** The transcript as a text file for people: what it is, then its lines. */
export function textFile(transcript: {
  title: string
  segments: Segment[]
  gaps: Gap[]
  demo: boolean
  /** How far it is: whole, still growing, or ended before its end. */
  state: 'complete' | 'recording' | 'running' | 'broken off'
}): string {
  const head = [transcript.title]
  if (transcript.demo) head.push(demoNotice)
  if (transcript.state === 'recording')
    head.push('The meeting is still being recorded; this is what is there so far.')
  if (transcript.state === 'running')
    head.push('The transcription is still running; this is what is there so far.')
  if (transcript.state === 'broken off')
    head.push('The transcription ended before its end; this is what was written until then.')
  const nothing = transcript.segments.length === 0 ? ['No speech was found in this recording.'] : []
  const lines = linesWithGaps(transcript.segments, transcript.gaps)
  return `${head.join('\n')}\n\n${[...nothing, ...(lines ? [lines] : [])].join('\n')}\n`
}
