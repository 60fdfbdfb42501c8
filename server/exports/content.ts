import type { Action } from '#contract/actions.ts'
import type { Recording } from '#contract/recordings.ts'
import type { Segment, Transcript } from '#contract/transcripts.ts'
import { documentOf, type PrintDocument } from '../print/document.ts'

/** All that is exported of one meeting. */
export type Content = {
  recording: Recording
  transcript: Transcript
  /** With the names of its speakers. */
  segments: Segment[]
  /** Markdown; null: there are none. */
  minutes: string | null
  actions: Action[]
}

/** Seconds → hh:mm:ss. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return [whole / 3600, (whole / 60) % 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** A text that came without times has all its lines at 0. */
export const hasTimes = ({ recording, segments }: Pick<Content, 'recording' | 'segments'>): boolean =>
  recording.audioFormat !== null || segments.some(({ start }) => start > 0)

function factsOf({ recording, transcript }: Content): { label: string; value: string }[] {
  const people = transcript.attendees.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ')
  const { location } = transcript
  const place = location && [location.name, location.address].filter(Boolean).join(', ')
  const held = recording.meetingDate ?? recording.createdAt
  return [
    { label: 'Date', value: longDate.format(new Date(held)) },
    ...(recording.duration > 0 ? [{ label: 'Duration', value: clock(recording.duration) }] : []),
    ...(place ? [{ label: 'Location', value: place }] : []),
    ...(people ? [{ label: 'Attendees', value: people }] : []),
    ...(recording.description ? [{ label: 'Description', value: recording.description }] : []),
  ]
}

/** What a reader has to know of the transcript before they rely on it. */
function remarksOn({ transcript }: Content): string[] {
  const missing = transcript.gaps.reduce((sum, { length }) => sum + length, 0)
  return [
    ...(transcript.complete || transcript.segments.length === 0 ? [] : ['This transcript is not complete.']),
    ...(missing > 0
      ? [`${Math.max(1, Math.round(missing))} seconds of this meeting were not recorded.`]
      : []),
  ]
}

/** Text that is to stand as it is in Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|#]/g, '\\$&')

export function asMarkdown(content: Content): string {
  const { recording, segments, minutes } = content
  const timed = hasTimes(content)
  const said = segments.map(({ start, speaker, text }) => {
    const time = timed ? `\`${clock(start)}\` ` : ''
    return `${time}${speaker === null ? '' : `**${escaped(speaker)}:** `}${escaped(text)}`
  })
  return `${[
    `# ${escaped(recording.title)}`,
    factsOf(content)
      .map(({ label, value }) => `- **${label}:** ${escaped(value)}`)
      .join('\n'),
    ...(minutes === null ? [] : ['## Minutes', minutes.trim()]),
    ...(said.length === 0 ? [] : ['## Transcript', ...remarksOn(content).map((one) => `*${one}*`), ...said]),
  ].join('\n\n')}\n`
}

/** Markdown without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^#{1,6} +/gm, '')
    .replaceAll('**', '')
    .replace(/\\([\\`*_[\]<>|~#+.)(-])/g, '$1')

export function asText(content: Content): string {
  const { recording, segments, minutes } = content
  const timed = hasTimes(content)
  const said = segments.map(({ start, speaker, text }) => {
    const time = timed ? `[${clock(start)}] ` : ''
    return `${time}${speaker === null ? '' : `${speaker}: `}${text}`
  })
  const heading = (text: string): string => `${text}\n${'='.repeat(text.length)}`
  return `${[
    heading(recording.title),
    factsOf(content)
      .map(({ label, value }) => `${label}: ${value}`)
      .join('\n'),
    ...(minutes === null ? [] : [heading('Minutes'), plain(minutes.trim())]),
    ...(said.length === 0 ? [] : [heading('Transcript'), ...remarksOn(content), said.join('\n')]),
  ].join('\n\n')}\n`
}

export function asJson({ recording, transcript, segments, minutes, actions }: Content): string {
  const { id, title, description, meetingDate, createdAt, duration } = recording
  return `${JSON.stringify(
    {
      ...{ id, title, description, meetingDate, createdAt, duration },
      attendees: transcript.attendees,
      location: transcript.location,
      minutes,
      actions: actions.map((one) => ({
        ...{ title: one.title, owner: one.owner, dueDate: one.dueDate, status: one.status },
        ...{ at: one.start, evidence: one.evidence.map(({ quote }) => quote) },
      })),
      transcript: {
        ...{ version: transcript.version, complete: transcript.complete, language: transcript.language },
        ...{ model: transcript.model, gaps: transcript.gaps },
        segments: segments.map(({ start, end, speaker, text, words }) => ({
          start,
          end,
          speaker,
          text,
          words,
        })),
      },
    },
    null,
    2,
  )}\n`
}

export function asPrinted(content: Content): PrintDocument {
  const { recording, segments, minutes } = content
  const timed = hasTimes(content)
  return {
    title: recording.title,
    facts: factsOf(content),
    blocks: [
      ...(minutes === null ? [] : [{ kind: 'markdown' as const, text: minutes }]),
      ...(minutes !== null && segments.length > 0 ? [{ kind: 'pageBreak' as const }] : []),
      ...(segments.length > 0
        ? [{ kind: 'heading' as const, level: 1 as const, runs: [{ text: 'Transcript' }] }]
        : []),
      ...remarksOn(content).map((text) => ({ kind: 'note' as const, text })),
      ...segments.map(({ start, speaker, text }) => ({
        kind: 'said' as const,
        time: timed ? clock(start) : null,
        speaker,
        text,
      })),
    ],
    footer: recording.title,
  }
}

/** Minutes that leave room for a signature already have one. */
const signatureLine = /_{5,}/

/** The minutes alone, as they are sent round and signed. @param minutes Markdown */
export function asMinutes(title: string, minutes: string): PrintDocument {
  const signed: PrintDocument['blocks'] = [
    { kind: 'rule' },
    { kind: 'paragraph', runs: [{ text: 'Signed as a correct record of the meeting:' }] },
    { kind: 'paragraph', runs: [{ text: '\n______________________________    Date: ____________________' }] },
    { kind: 'paragraph', runs: [{ text: 'Chair' }] },
  ]
  return documentOf(minutes, title, signatureLine.test(minutes) ? [] : signed)
}
