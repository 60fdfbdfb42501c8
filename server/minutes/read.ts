import type { Location, Transcript } from '#contract/transcripts.ts'
import type { Handle } from '../db/open.ts'
import { PermanentFailure } from '../jobs/define.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { MeetingFacts } from './compose.ts'
import type { Source } from './evidence.ts'
import type { Heading } from './render.ts'

/** A meeting as minutes are made of it. */
export type Read = {
  meeting: MeetingFacts
  source: Source
  heading: Heading
  demo: boolean
  /** Names by label, of those whose names are known. */
  speakers: Transcript['speakers']
}

/**
 * The transcript with the speakers' names, and what is known of its meeting.
 * @throws AppError not_found; PermanentFailure no_transcript
 */
export async function readMeeting(
  {
    recordings,
    transcripts,
    timezone,
  }: { recordings: RecordingsService; transcripts: TranscriptsService; timezone: string },
  handle: Handle,
  recordingId: number,
): Promise<Read> {
  const recording = await recordings.get(handle, recordingId)
  const transcript = await transcripts.get(recordingId)
  if (transcript.version === 0 || transcript.text.trim() === '')
    throw new PermanentFailure('no_transcript', noTranscript)
  const held = recording.meetingDate ?? recording.capture?.startedAt ?? null
  return {
    meeting: {
      title: recording.title,
      description: recording.description,
      attendees: transcript.attendees.map(({ name, role }) => ({ name, role: role ?? null })),
      held,
    },
    source: { version: transcript.version, segments: named(transcript) },
    heading: {
      title: recording.title,
      date: held === null ? null : longDate(held, timezone),
      location: placeOf(transcript.location),
    },
    demo: transcript.demo,
    speakers: transcript.speakers,
  }
}

export const noTranscript =
  'There is no transcript of this recording yet, so there is nothing to make minutes of.'

const named = ({ segments, speakers }: Transcript): Source['segments'] =>
  segments.map((segment) => ({
    ...segment,
    speaker: segment.speaker === null ? null : (speakers[segment.speaker] ?? segment.speaker),
  }))

const placeOf = (location: Location | null): string | null =>
  location === null
    ? null
    : location.type === 'physical' && location.address
      ? `${location.name}, ${location.address}`
      : location.name

const longDate = (iso: string, timezone: string): string =>
  new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: timezone,
  })
