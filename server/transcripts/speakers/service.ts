import type { Speaker } from '#contract/speakers.ts'
import type { Attendee, Segment } from '#contract/transcripts.ts'
import { transact, type Db, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { meetingInfo, saveMeetingInfo } from '../../meetings/service.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { requireBase, staleVersion, visible } from '../versions/editing.ts'
import type { Claim } from '../names/meeting.ts'
import type { Guesser } from '../names/guesser.ts'
import { isSameName } from '../names/people.ts'
import { publish } from '../versions/publish.ts'
import { findTranscript, segmentRows, segmentsOf, type TranscriptRow } from '../store.ts'
import {
  copySegments,
  findVersion,
  insertSegments,
  insertVersion,
  setCandidate,
} from '../versions/versions-store.ts'
import { attendeesAfter, namedInList, type Known } from './attendees.ts'
import * as changes from './changes.ts'
import { isOwnLabel, labelsIn, namesIn, speakersOf, type NamesInVersion } from './overview.ts'
import type { VoicesService } from '../voices/service.ts'
import { insertNamings, namingsOf } from './store.ts'

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

/** What a change is, in words. @param nameOf whom a label is known as */
type What = (nameOf: (label: string) => string) => string

const given = (count: number, to: string | null): string =>
  `${count === 1 ? 'A passage' : `${count} passages`} given to ${to ?? 'a new speaker'}`

/** Versions do not change, and a look at the names of a long one takes a tenth of a second. */
const keptInMemory = 20

export type SpeakersService = ReturnType<typeof createSpeakers>

/** Who speaks: names, guesses, and what people do about them. */
export function createSpeakers({
  db,
  recordings,
  jobName,
  voices,
  guess,
  sources = [],
}: {
  db: Db
  recordings: RecordingsService
  jobName: string
  voices: Pick<VoicesService, 'matches'>
  guess: Guesser
  sources?: ClaimSource[]
}) {
  const deps = { recordings, jobName }
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

  const knownOf = ({ labels, known }: NamesInVersion): Known => ({ labels: new Set(labels), names: known })

  async function known(handle: Handle, row: TranscriptRow): Promise<Known> {
    const list = await attendees(handle, row.recording_id)
    return knownOf(await names(handle, row, await segmentsOf(handle, row.id), list))
  }

  /**
   * The rows of attendees that are speakers say what the transcript says. Labels are a recording's own: where a meeting has
   * several, they tell nothing about the list.
   */
  async function keepAttendees(
    trx: Handle,
    before: { row: TranscriptRow; known: Known },
    after: TranscriptRow,
  ) {
    const { meetingId } = await recordings.get(trx, after.recording_id)
    if ((await recordings.ofMeeting(trx, meetingId)).length > 1) return
    const info = await meetingInfo(trx, meetingId)
    if (info.attendees.length === 0) return
    const rows = attendeesAfter(info.attendees, before.known, await known(trx, after))
    if (JSON.stringify(rows) === JSON.stringify(info.attendees)) return
    await saveMeetingInfo(trx, meetingId, { ...info, attendees: rows })
  }

  async function changeIn(
    trx: Handle,
    base: TranscriptRow,
    { personId, what }: { personId: number; what?: What },
    make: (before: changes.Before) => changes.After | null,
  ): Promise<void> {
    const rows = await segmentRows(trx, base.id)
    const after = make({ rows, namings: await namingsOf(trx, base.id) })
    if (after === null) return
    const before = { row: base, known: await known(trx, base) }
    const row = await insertVersion(trx, base.recording_id, {
      origin: 'naming',
      person_id: personId,
      based_on: base.version,
      // Names go along to a later run; who said what a person has decided for good.
      edited: after.rows ? 1 : base.edited,
      words: base.words,
      from: base,
      ...(what && { change: what((label) => before.known.names.get(label) ?? label) }),
    })
    if (after.rows) await insertSegments(trx, row.id, after.rows)
    else await copySegments(trx, base.id, row.id)
    await insertNamings(trx, row.id, after.namings)
    await keepAttendees(trx, before, row)
    await publish(deps, trx, row)
  }

  /** Segments have other ids where speakers were added since the person looked. @throws AppError stale_version, in_progress */
  async function requireSeen(
    trx: Handle,
    recordingId: number,
    basedOn: number,
  ): Promise<TranscriptRow | null> {
    const { base, seen } = await requireBase(deps, trx, recordingId, basedOn)
    if (seen !== base) throw staleVersion(base?.version ?? 0, basedOn)
    return base
  }

  async function change(
    recordingId: number,
    { basedOn, ...by }: { basedOn: number; personId: number; what?: What },
    make: (before: changes.Before) => changes.After | null,
  ): Promise<void> {
    // Before the transaction: going through hours of talk takes a second, in which nobody else could write.
    const now = await visible(db.read, recordings, recordingId)
    if (now?.state === 'complete') await known(db.read, now)
    await transact(db, async (trx) => {
      const base = await requireSeen(trx, recordingId, basedOn)
      if (base?.state !== 'complete')
        throw new AppError('no_transcript', 'There is no transcript of this recording yet.')
      await changeIn(trx, base, by, make)
    })
  }

  /** The version before the last change of speakers that has not been undone yet. */
  async function undoTarget(handle: Handle, row: TranscriptRow | null): Promise<TranscriptRow | null> {
    let last = row
    while (last?.origin === 'restore' && last.based_on !== null)
      last = await findVersion(handle, last.recording_id, last.based_on)
    if (last?.origin !== 'naming' || last.based_on === null) return null
    return findVersion(handle, last.recording_id, last.based_on)
  }

  type Change = { basedOn: number; personId: number }
  return {
    names,

    /** Names by label, confirmed or beyond doubt; in a transaction too. */
    knownNames: async (handle: Handle, row: TranscriptRow): Promise<ReadonlyMap<string, string>> =>
      (await known(handle, row)).names,

    /** @throws AppError not_found */
    async list(recordingId: number): Promise<{ version: number; speakers: Speaker[]; undo: number | null }> {
      const list = await attendees(db.read, recordingId)
      const row = await visible(db.read, recordings, recordingId)
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
      const row = await visible(db.read, recordings, recordingId)
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
      const row = await visible(db.read, recordings, recordingId)
      const segments = row ? await segmentsOf(db.read, row.id) : []
      if (!row) return { segments, labels: [], names: new Map() }
      const { labels, confirmed } = await names(db.read, row, segments, list)
      return { segments, labels, names: confirmed }
    },

    /** Confirms a guess or gives another name; null takes it away. @throws AppError not_found, stale_version, invalid_input */
    name: (id: number, { label, name, ...by }: Change & { label: string; name: string | null }) =>
      change(id, by, (before) => changes.nameSpeaker(before, label, name)),

    /** @throws AppError not_found, stale_version */
    dismiss: (id: number, { label, name, ...by }: Change & { label: string; name: string }) =>
      change(id, { ...by, what: () => `${label} is not ${name}` }, (before) =>
        changes.dismissGuess(before, label, name),
      ),

    /** @throws AppError not_found, stale_version */
    merge: (id: number, { from, into, ...by }: Change & { from: string; into: string }) =>
      change(id, { ...by, what: (nameOf) => `${nameOf(from)} merged into ${nameOf(into)}` }, (before) =>
        changes.mergeSpeakers(before, from, into),
      ),

    /** @throws AppError not_found, stale_version, invalid_input */
    split: (id: number, { label, fromSegmentId, ...by }: Change & { label: string; fromSegmentId: number }) =>
      change(id, { ...by, what: (nameOf) => `${nameOf(label)} split into two` }, (before) =>
        changes.splitSpeaker(before, label, fromSegmentId),
      ),

    /** @throws AppError not_found, stale_version */
    assign: (id: number, { segmentIds, to, ...by }: Change & { segmentIds: number[]; to: string | null }) =>
      change(
        id,
        { ...by, what: (nameOf) => given(segmentIds.length, to === null ? null : nameOf(to)) },
        (before) => changes.assignSegments(before, segmentIds, to),
      ),

    /** @throws AppError not_found, stale_version, not_undoable */
    async undo(recordingId: number, { basedOn, personId }: Change): Promise<void> {
      await transact(db, async (trx) => {
        const base = await requireSeen(trx, recordingId, basedOn)
        const target = await undoTarget(trx, base)
        if (!base || !target)
          throw new AppError('not_undoable', 'The last change of the transcript was not one of its speakers.')
        await this.bringBack(trx, { target, from: base, personId })
      })
    },

    /** An earlier version as a copy, with its names, which the list of attendees follows. */
    async bringBack(
      trx: Handle,
      { target, from, personId }: { target: TranscriptRow; from: TranscriptRow | null; personId: number },
    ): Promise<void> {
      const before = from?.state === 'complete' ? { row: from, known: await known(trx, from) } : null
      await setCandidate(trx, target.recording_id, null)
      const row = await insertVersion(trx, target.recording_id, {
        origin: 'restore',
        person_id: personId,
        based_on: target.version,
        edited: target.edited,
        words: target.words,
        from: target,
      })
      await copySegments(trx, target.id, row.id)
      await insertNamings(trx, row.id, await namingsOf(trx, target.id))
      await publish(deps, trx, row, { carry: target.candidate === 1 })
      if (before) await keepAttendees(trx, before, row)
    },

    /** Who is a speaker in the list that was saved is named by it. @param before the list as it was */
    async nameFromList(
      trx: Handle,
      { recordingId, before, personId }: { recordingId: number; before: Attendee[]; personId: number },
    ): Promise<void> {
      const current = await recordings.currentTranscript(trx, recordingId)
      const base = current === null ? null : await findTranscript(trx, current)
      if (!base) return
      const saved = await attendees(trx, recordingId)
      const segments = await segmentsOf(trx, base.id)
      const seen = await names(trx, base, segments, before)
      const named = namedInList(saved, before, knownOf(seen))
      if (named.size > 0) await changeIn(trx, base, { personId }, (one) => changes.setNames(one, named))
    },
  }
}
