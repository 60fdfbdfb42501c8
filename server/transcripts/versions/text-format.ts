import type { Gap } from '#contract/capture.ts'
import type { Segment } from '#contract/transcripts.ts'
import { speakerHead } from '../import/parse-text.ts'

/** Seconds → hh:mm:ss. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** "[hh:mm:ss] [Speaker N] text"; the speaker is left out while nobody knows who spoke. */
export function lineOf(segment: { start_ms: number; speaker: string | null; text: string }): string {
  const speaker = segment.speaker ? speakerHead(segment.speaker) : ''
  return `[${clock(segment.start_ms / 1000)}] ${speaker}${segment.text}`
}

export function contentOf(segments: Segment[]): string {
  return segments
    .map((s) => lineOf({ start_ms: s.start * 1000, speaker: s.speaker, text: s.text }))
    .join('\n')
}

const count = (n: number, unit: string): string[] => (n === 0 ? [] : [`${n} ${unit}${n === 1 ? '' : 's'}`])

/** "14 seconds were not recorded", "1 minute 5 seconds were not recorded". */
export function gapLine({ at, length }: Gap): string {
  const seconds = Math.max(1, Math.round(length))
  const parts = [...count(Math.floor(seconds / 60), 'minute'), ...count(seconds % 60, 'second')]
  const verb = seconds === 1 || seconds === 60 ? 'was' : 'were'
  return `[${clock(at)}] (${parts.join(' ')} ${verb} not recorded)`
}

/** "Paused for 15 s", "Paused for 1 h 5 min"; ui/breaks.ts has the same words for the page. */
export function pauseLine({ at, length }: Gap): string {
  const seconds = Math.max(1, Math.round(length))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = [
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(minutes > 0 ? [`${minutes} min`] : []),
    // After an hour nobody counts the seconds.
    ...(hours === 0 && seconds % 60 > 0 ? [`${seconds % 60} s`] : []),
  ]
  return `[${clock(at)}] (Paused for ${parts.join(' ')})`
}

/** The words of ui/breaks.ts. */
export const takeLine = ({ at }: Gap): string =>
  `[${clock(at)}] (Recorded on another device at the same time from here)`

/** The transcript's lines, and where something was not captured, or the person paused, a line that says so: times are exact to a few words. */
function linesWithBreaks({ segments, gaps, pauses, takes }: Lines): string {
  const left = [
    ...pauses.map((pause) => ({ at: pause.at, line: pauseLine(pause) })),
    ...gaps.map((gap) => ({ at: gap.at, line: gapLine(gap) })),
    ...takes.map((take) => ({ at: take.at, line: takeLine(take) })),
  ].sort((a, b) => a.at - b.at)
  const lines: string[] = []
  for (const segment of segments) {
    while (left[0] && left[0].at <= (segment.start + segment.end) / 2) lines.push(left.shift()!.line)
    lines.push(`${contentOf([segment])}${segment.overlap ? ' (overlapping speech)' : ''}`)
  }
  return [...lines, ...left.map(({ line }) => line)].join('\n')
}

type Lines = { segments: Segment[]; gaps: Gap[]; pauses: Gap[]; takes: Gap[] }

/** The transcript as a text file for people: what it is, then its lines. */
export function textFile(
  transcript: Lines & {
    title: string
    bundled: boolean
    /** How far it is: whole, still growing, or ended before its end. */
    state: 'complete' | 'recording' | 'running' | 'broken off'
  },
): string {
  const head = [transcript.title]
  if (transcript.state === 'recording')
    head.push('The meeting is still being recorded; this is what is there so far.')
  if (transcript.state === 'running')
    head.push('The transcription is still running; this is what is there so far.')
  if (transcript.state === 'broken off')
    head.push('The transcription ended before its end; this is what was written until then.')
  const nothing = transcript.segments.length === 0 ? ['No speech was found in this recording.'] : []
  const lines = linesWithBreaks(transcript)
  return `${head.join('\n')}\n\n${[...nothing, ...(lines ? [lines] : [])].join('\n')}\n`
}
