import type { Recording } from '#contract/recordings.ts'
import type { Location, Transcript } from '#contract/transcripts.ts'
import type { Handle } from '../db/open.ts'
import { PermanentFailure } from '../jobs/define.ts'
import { roleIn, withoutRole } from '../language/names.ts'
import type { Meeting } from '../language/rules/find.ts'
import { oneOf } from '../language/rules/phrases.ts'
import type { Attendee } from '../language/rules/talk.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { Source } from './evidence.ts'
import { inWords, type Heading } from './render.ts'
import { fullNames } from './wording.ts'

/** What minutes are written from. */
export type MinutesInput = {
  meeting: Meeting
  source: Source
  heading: Heading
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
    britishDates,
  }: {
    recordings: RecordingsService
    transcripts: TranscriptsService
    timezone: string
    /** Whether somebody has dates written the British way. */
    britishDates: (handle: Handle, userId: number) => Promise<boolean>
  },
  handle: Handle,
  recordingId: number,
): Promise<MinutesInput> {
  const recording = await recordings.get(handle, recordingId)
  const transcript = await transcripts.get(recordingId)
  if (transcript.version === 0 || transcript.text.trim() === '')
    throw new PermanentFailure('no_transcript', noTranscript)
  const held = heldOn(recording)
  const british = await britishDates(handle, recording.userId)
  const segments = named(transcript)
  const whom = whomLabels(segments)
  const attendees = withOffices(
    transcript.attendees.map(({ name, role }) => ({ name, role: role ?? null })),
    segments,
    whom,
  )
  const fullest = fullNames({
    speakers: segments.map(({ speaker }) => speaker && whom(speaker)),
    attendees,
  })
  const nameOf = (called: string): string => fullest(whom(called))
  return {
    meeting: {
      title: recording.title,
      description: recording.description,
      attendees: attendees.map(({ name, role }) => ({ name: nameOf(name), role })),
      held,
    },
    source: {
      version: transcript.version,
      segments: segments.map((one) => ({ ...one, speaker: one.speaker && nameOf(one.speaker) })),
    },
    heading: {
      title: recording.title,
      date: held === null ? null : inWords(new Date(held), timezone, british),
      british,
      location: placeOf(transcript.location),
    },
    speakers: labelled(transcript, nameOf),
  }
}

/** When the meeting was, as it was said or recorded live; of a file that was brought nobody knows. */
export const heldOn = ({ meetingDate, capture }: Recording): string | null =>
  meetingDate ?? capture?.startedAt ?? null

/** Whether what was written of a meeting with one date holds for the other. */
export const isSameDay = (one: string | null, other: string | null, timezone: string): boolean =>
  one === null || other === null ? one === other : dayOf(one, timezone) === dayOf(other, timezone)

export const noTranscript =
  'There is no transcript of this recording yet, so there is nothing to make minutes of.'

const named = ({ segments, speakers }: Transcript): Source['segments'] =>
  segments.map((segment) => ({
    ...segment,
    speaker: segment.speaker === null ? null : (speakers[segment.speaker] ?? segment.speaker),
  }))

/** What stands behind a name in a label and is no office: where somebody is, how they are addressed. */
const offices = oneOf(
  'chair(?:man|woman|person)?; secretary; treasurer; director; officer; c[efot]o; manager; clerk; trustee; president; ' +
    'auditor; solicitor; counsel; advis[eo]r; partner; head; governor; councillor; members?; shareholder; leaseholder; ' +
    String.raw`observer; minutes?; note-?taker; flat \d+\w?`,
)
const office = new RegExp(String.raw`\b${offices}\b`, 'i')

/** Whom labels mean: "Lionel Craske (Chair)" is Lionel Craske; "David (Flat 2)" and "David (Flat 5)" are two. */
function whomLabels(segments: Source['segments']): (label: string) => string {
  const bracketed = new Map<string, Set<string>>()
  for (const { speaker } of segments) {
    if (speaker === null || roleIn(speaker) === null) continue
    const name = withoutRole(speaker)
    bracketed.set(name, (bracketed.get(name) ?? new Set()).add(speaker))
  }
  return (label) => ((bracketed.get(withoutRole(label))?.size ?? 0) > 1 ? label : withoutRole(label))
}

/** "Lionel Craske (Chair): Good afternoon." says who is there, and as what. */
function withOffices(
  attendees: readonly Attendee[],
  segments: Source['segments'],
  whom: (label: string) => string,
): Attendee[] {
  const all = attendees.map((one) => ({ ...one }))
  for (const label of new Set(segments.flatMap(({ speaker }) => speaker ?? []))) {
    const [name, said] = [whom(label), roleIn(label)]
    const role = said !== null && office.test(said) ? said : null
    const known = all.find((one) => withoutRole(one.name) === name)
    if (known) known.role ??= role
    else if (role !== null && name !== label) all.push({ name, role })
  }
  return all
}

/** Those whose label is not what they are called by. */
function labelled(
  { segments, speakers }: Transcript,
  nameOf: (called: string) => string,
): Transcript['speakers'] {
  const labels = new Set([...segments.flatMap(({ speaker }) => speaker ?? []), ...Object.keys(speakers)])
  return Object.fromEntries(
    [...labels].flatMap((label) => {
      const name = nameOf(speakers[label] ?? label)
      return name === label && speakers[label] === undefined ? [] : [[label, name]]
    }),
  )
}

const placeOf = (location: Location | null): string | null =>
  location === null
    ? null
    : location.type === 'physical' && location.address
      ? `${location.name}, ${location.address}`
      : location.name

const dayOf = (iso: string, timezone: string): string => inWords(new Date(iso), timezone, true)
