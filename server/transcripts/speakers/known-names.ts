import type { Speaker } from '#contract/speakers.ts'
import type { Attendee, Segment } from '#contract/transcripts.ts'
import type { Db, Handle } from '../../db/open.ts'
import { meetingInfo } from '../../meetings/service.ts'
import type { Guesser } from '../names/guesser.ts'
import type { Claim } from '../names/meeting.ts'
import { isSameName } from '../names/people.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { segmentsOf, type TranscriptRow } from '../store.ts'
import { visibleTranscript } from '../versions/base-version.ts'
import { findVersion } from '../versions/versions-store.ts'
import type { VoicesService } from '../voices/service.ts'
import type { Known } from './attendees.ts'
import { isOwnLabel, labelsIn, namesIn, speakersOf, type NamesInVersion } from './overview.ts'
import { namingsOf } from './store.ts'

/**
 * What else finds names in a version: a language model's reading goes in here, as claims beside those of the rules. It is
 * asked for each look at a version, so it hands out what a job has stored.
 */
export type ClaimSource = (handle: Handle, transcriptId: number) => Promise<Claim[]>

/** A version with speakers whom nobody knows for sure, and what is known of the others. */
export type Unsure = {
  transcriptId: number
  segments: Segment[]
  /** Theirs. */
  labels: string[]
  /** The others' names. */
  known: ReadonlyMap<string, string>
  /** Without the rows that are speakers. */
  attendees: Attendee[]
}

/** Versions do not change, and a look at the names of a long one takes a tenth of a second. */
const keptInMemory = 20

export type NamesDeps = {
  db: Db
  recordings: RecordingsService
  voices: Pick<VoicesService, 'matches'>
  guess: Guesser
  sources?: ClaimSource[]
}

export type SpeakerNames = ReturnType<typeof createNames>

/** Who speaks in a version, and whose names are known or guessed. */
export function createNames({ db, recordings, voices, guess, sources = [] }: NamesDeps) {
  const looked = new Map<string, Promise<NamesInVersion>>()

  async function attendees(handle: Handle, recordingId: number): Promise<Attendee[]> {
    const { meetingId } = await recordings.get(handle, recordingId)
    return (await meetingInfo(handle, meetingId)).attendees
  }

  /** @param segments of that version */
  async function names(
    handle: Handle,
    row: TranscriptRow,
    segments: readonly Segment[],
    list: readonly Attendee[],
  ): Promise<NamesInVersion> {
    const namings = await namingsOf(handle, row.id)
    // The row that is a speaker's has its name from that speaker, and proves nothing.
    const own = new Set(labelsIn(segments))
    const others = list.filter(({ speakerId }) => !own.has(speakerId))
    const listed = others.map(({ name }) => name).filter((name) => !isOwnLabel(name))
    const further = (await Promise.all(sources.map((source) => source(handle, row.id)))).flat()
    const found = (): Promise<NamesInVersion> => namesIn(segments, namings, { listed, further, guess })
    if (row.state !== 'complete') return found()
    const key = JSON.stringify([row.id, listed, further])
    const known = looked.get(key) ?? found()
    looked.delete(key)
    looked.set(key, known)
    if (looked.size > keptInMemory) looked.delete(looked.keys().next().value!)
    return known.catch((error: unknown) => {
      looked.delete(key)
      throw error
    })
  }

  async function known(handle: Handle, row: TranscriptRow): Promise<Known> {
    const list = await attendees(handle, row.recording_id)
    return knownOf(await names(handle, row, await segmentsOf(handle, row.id), list))
  }

  return {
    names,
    known,
    attendees,

    /** Names by label, confirmed or beyond doubt; in a transaction too. */
    knownNames: async (handle: Handle, row: TranscriptRow): Promise<ReadonlyMap<string, string>> =>
      (await known(handle, row)).names,

    /** @throws AppError not_found */
    async list(recordingId: number): Promise<{ version: number; speakers: Speaker[]; undo: number | null }> {
      const list = await attendees(db.read, recordingId)
      const row = await visibleTranscript(db.read, recordings, recordingId)
      if (!row) return { version: 0, speakers: [], undo: null }
      const segments = await segmentsOf(db.read, row.id)
      const undo = await undoTarget(db.read, row)
      const inVersion = await names(db.read, row, segments, list)
      const namings = await namingsOf(db.read, row.id)
      const alike = [...(await voices.matches(db.read, row, segments))].filter(
        ([label, { name }]) => !namings.get(label)?.dismissed.some((wrong) => isSameName(wrong, name)),
      )
      return {
        version: row.version,
        speakers: speakersOf(segments, inVersion, new Map(alike)),
        undo: undo?.version ?? null,
      }
    },

    /** Whom nobody knows for sure in the current version; null: there is nobody like that. @throws AppError not_found */
    async unsure(recordingId: number): Promise<Unsure | null> {
      const list = await attendees(db.read, recordingId)
      const row = await visibleTranscript(db.read, recordings, recordingId)
      if (row?.state !== 'complete') return null
      const segments = await segmentsOf(db.read, row.id)
      const { labels, known: sure } = await names(db.read, row, segments, list)
      const open = labels.filter((label) => !sure.has(label))
      if (open.length === 0) return null
      const others = list.filter(({ speakerId }) => !labels.includes(speakerId))
      return { transcriptId: row.id, segments, labels: open, known: sure, attendees: others }
    },

    /** The current version, and whom people have named in it. @throws AppError not_found */
    async confirmed(
      recordingId: number,
    ): Promise<{ segments: Segment[]; labels: string[]; names: ReadonlyMap<string, string> }> {
      const list = await attendees(db.read, recordingId)
      const row = await visibleTranscript(db.read, recordings, recordingId)
      const segments = row ? await segmentsOf(db.read, row.id) : []
      if (!row) return { segments, labels: [], names: new Map() }
      const { labels, confirmed } = await names(db.read, row, segments, list)
      return { segments, labels, names: confirmed }
    },
  }
}

export const knownOf = ({ labels, known }: NamesInVersion): Known => ({
  labels: new Set(labels),
  names: known,
})

/** The version before the last change of speakers that has not been undone yet. */
export async function undoTarget(handle: Handle, row: TranscriptRow | null): Promise<TranscriptRow | null> {
  let last = row
  while (last?.origin === 'restore' && last.based_on !== null)
    last = await findVersion(handle, last.recording_id, last.based_on)
  if (last?.origin !== 'naming' || last.based_on === null) return null
  return findVersion(handle, last.recording_id, last.based_on)
}
