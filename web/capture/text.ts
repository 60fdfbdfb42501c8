import type { ServerMessage } from '#contract/live.ts'
import type { Segment, Transcript } from '#contract/transcripts.ts'

/** The words in the Live Transcript panel, wherever they come from. */

export type LiveSegment = {
  /** A number from the transcript, a text from the socket; null for words that came without one. */
  id: number | string | null
  text: string
  /** Seconds from the start of the recording. */
  timestamp: number
  speaker: string | null
}

export type LiveText = {
  segments: LiveSegment[]
  /** What live text left out, in seconds; the transcript will have it. */
  skipped: { start: number; end: number }[]
  /** Heard after the last segment, and may still change; from `uncertainAt` on, in seconds. */
  uncertain: string
  uncertainAt: number
  /** They were heard over a line that was lost: they stay until the words that take their place come. */
  uncertainOfBefore: boolean
  /** Seconds that live text is behind the sound. */
  behind: number
  /** Why no words come over the socket; null while they do. */
  withoutWords: string | null
  /** All of it is here. */
  complete: boolean
  /** The newest version that was here whole; 0: none. Sound that comes late leads to a later one. */
  version: number
  /** The bundled model wrote them. */
  bundled: boolean
  /** Being fetched. */
  loading: boolean
  /** Where the words come from: the call, the page's own line of events, or the recorder's socket. */
  source: 'api' | 'events' | 'ws' | 'none'
  /** The recorder's own socket; none while it sends over HTTP. */
  socket: 'Error' | 'Connected' | 'None'
}

export const noText: LiveText = {
  segments: [],
  skipped: [],
  uncertain: '',
  uncertainAt: 0,
  uncertainOfBefore: false,
  behind: 0,
  withoutWords: null,
  complete: false,
  version: 0,
  bundled: false,
  loading: false,
  source: 'none',
  socket: 'None',
}

/** Known by their ids; words without one are known by themselves, and are ignored when they come again. */
function isSame(a: LiveSegment, b: LiveSegment): boolean {
  return a.id !== null && b.id !== null ? a.id === b.id : a.text === b.text
}

/** Appends what is new; a segment that is there already takes its new words. */
export function withSegments(text: LiveText, arrived: LiveSegment[], source: LiveText['source']): LiveText {
  const segments = [...text.segments]
  for (const segment of arrived) {
    const at = segments.findIndex((known) => isSame(known, segment))
    if (at === -1) segments.push(segment)
    else if (segment.id !== null) segments[at] = segment
  }
  return { ...text, segments, source: arrived.length > 0 ? source : text.source }
}

/** True when there is nothing in it, nor will be: it is empty because nobody has begun. */
export function isEmpty(transcript: Transcript): boolean {
  return transcript.segments.length === 0 && transcript.version === 0
}

function shown(segments: readonly Segment[], speakers: Transcript['speakers']): LiveSegment[] {
  return segments.map(({ id, text, timestamp, speaker }) => ({
    id,
    text,
    timestamp,
    speaker: speaker === null ? null : speakers[speaker] || speaker,
  }))
}

/** What a fetched transcript makes of the panel. */
export function withTranscript(text: LiveText, transcript: Transcript, source: LiveText['source']): LiveText {
  const { bundled, version } = transcript
  // An answer that was under way while a later version came.
  if (version < text.version) return text
  const segments = shown(transcript.segments, transcript.speakers)
  // The complete one takes the place of the pieces, which it contains, and of a version before.
  if (transcript.complete && version > 0) {
    if (text.complete && version === text.version) return text
    return {
      ...text,
      segments,
      bundled,
      version,
      complete: true,
      source,
      skipped: [],
      uncertain: '',
      behind: 0,
    }
  }
  // Only the line of events fetches in order: the answer of another look may be from before the end.
  if (text.complete && source !== 'events') return text
  // Of one that is still being made only so much is there: what was heard live after that stays.
  const until = transcript.segments.at(-1)?.end ?? 0
  const skipped = text.skipped.filter(({ start }) => start >= until)
  const live = text.segments.filter(({ id, timestamp }) => typeof id === 'string' && timestamp >= until)
  // Live words that were fetched have numbers below zero; they come again where nothing has taken their place.
  const known = text.segments.filter(({ id }) => typeof id !== 'string' && (id === null || id >= 0))
  const added = withSegments({ ...text, segments: known }, segments, source)
  const isThere = text.uncertainOfBefore && until > text.uncertainAt
  return {
    ...(isThere ? withoutUncertain(added) : added),
    segments: [...added.segments, ...live],
    complete: false,
    skipped,
    bundled: bundled || (live.length > 0 && text.bundled),
  }
}

const withoutUncertain = (text: LiveText): LiveText => ({
  ...text,
  uncertain: '',
  uncertainOfBefore: false,
})

/** The server's ids begin alike from one start of the server to the next. */
const runOf = (id: string): string => id.slice(0, id.lastIndexOf('-'))
/** Another pass does not begin a word at the very same moment. */
const sameMoment = 0.5

/** A server that was started again tells anew what it had not kept: the words from there on give way. */
function withoutToldAnew(text: LiveText, { id, timestamp }: { id: string; timestamp: number }): LiveText {
  const run = runOf(id)
  const isOfBefore = (one: LiveSegment): boolean =>
    typeof one.id === 'string' && one.timestamp >= timestamp - sameMoment && runOf(one.id) !== run
  const segments = text.segments.filter((one) => !isOfBefore(one))
  return segments.length === text.segments.length ? text : { ...text, segments }
}

/** What a message of the socket makes of the panel. */
export function withMessage(text: LiveText, message: ServerMessage): LiveText {
  switch (message.type) {
    case 'recording_started':
      return { ...text, withoutWords: message.withoutWords, uncertainOfBefore: text.uncertain !== '' }
    case 'transcript_segment': {
      if (text.complete) return text
      const { id, timestamp, bundled } = message
      const segment = { id, text: message.text, timestamp, speaker: null }
      const before = withoutToldAnew(text.uncertainOfBefore ? withoutUncertain(text) : text, message)
      return { ...withSegments(before, [segment], 'ws'), bundled: text.bundled || bundled }
    }
    case 'transcript_uncertain':
      return text.complete
        ? text
        : { ...text, uncertain: message.text, uncertainAt: message.start, uncertainOfBefore: false }
    case 'transcript_behind':
      return { ...text, behind: message.seconds }
    case 'transcript_skipped': {
      const { start, end } = message
      // Said again to a page that listens anew.
      const known = text.complete || text.skipped.some((one) => one.start === start)
      return known ? text : { ...text, skipped: [...text.skipped, { start, end }] }
    }
    case 'transcript_complete':
      if (message.version < text.version) return text
      return {
        ...text,
        skipped: [],
        segments: shown(message.segments, {}),
        uncertain: '',
        behind: 0,
        bundled: message.bundled,
        version: message.version,
        complete: true,
        loading: false,
        source: 'ws',
      }
    default:
      return text
  }
}
