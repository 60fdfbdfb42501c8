import type { Transcript } from '#contract/transcripts.ts'

/** The words in the Live Transcript panel, wherever they come from. */

export type LiveSegment = {
  /** Null for words that came without one. */
  id: number | null
  text: string
  /** Seconds from the start of the recording. */
  timestamp: number
  speaker: string | null
}

export type LiveText = {
  segments: LiveSegment[]
  /** All of it is here. */
  complete: boolean
  /** The bundled demo model wrote them. */
  demo: boolean
  /** Being fetched. */
  loading: boolean
  /** Where the words come from: the call, the page's own line of events, or the recorder's socket. */
  source: 'api' | 'events' | 'ws' | 'none'
  /** The recorder's own socket; none while it sends over HTTP. */
  socket: 'Error' | 'Connected' | 'None'
}

export const noText: LiveText = {
  segments: [],
  complete: false,
  demo: false,
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

/** What a fetched transcript makes of the panel. */
export function withTranscript(text: LiveText, transcript: Transcript, source: LiveText['source']): LiveText {
  const segments = transcript.segments.map(({ id, text, timestamp, speaker }) => ({
    id,
    text,
    timestamp,
    speaker: speaker === null ? null : transcript.speakers[speaker] || speaker,
  }))
  // The complete one takes the place of the pieces, which it contains.
  const { demo } = transcript
  if (transcript.complete && transcript.version > 0)
    return { ...text, segments, demo, complete: true, source }
  return { ...withSegments(text, segments, source), demo }
}
