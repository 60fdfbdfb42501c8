import type { Attendee } from '#contract/transcripts.ts'
import { transact, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { meetingInfo, saveMeetingInfo } from '../../meetings/service.ts'
import { findTranscript, segmentRows, segmentsOf, type TranscriptRow } from '../store.ts'
import { requireBaseVersion, staleVersion, visibleTranscript } from '../versions/base-version.ts'
import { publish } from '../versions/publish.ts'
import { copySegments, insertSegments, insertVersion, setCandidate } from '../versions/versions-store.ts'
import { attendeesAfter, namedInList, type Known } from './attendees.ts'
import * as changes from './changes.ts'
import { createNames, knownOf, undoTarget, type NamesDeps, type SpeakerNames } from './known-names.ts'
import { insertNamings, namingsOf } from './store.ts'

export type { ClaimSource, Unsure } from './known-names.ts'

/** What a change is, in words. @param nameOf whom a label is known as */
type What = (nameOf: (label: string) => string) => string

const given = (count: number, to: string | null): string =>
  `${count === 1 ? 'A passage' : `${count} passages`} given to ${to ?? 'a new speaker'}`

export type SpeakersService = ReturnType<typeof createSpeakers>

type SpeakersDeps = NamesDeps & { jobName: string }
type Change = { basedOn: number; personId: number }

/** Who speaks: names and guesses (known-names.ts), and what people do about them. */
export function createSpeakers(deps: SpeakersDeps) {
  const { db, recordings } = deps
  const seen = createNames(deps)
  const { attendees, known, ...looks } = seen
  const { changeIn, change, requireSeen, keepAttendees } = createChanging(deps, seen)

  return {
    ...looks,

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
      const inVersion = await looks.names(trx, base, segments, before)
      const named = namedInList(saved, before, knownOf(inVersion))
      if (named.size > 0) await changeIn(trx, base, { personId }, (one) => changes.setNames(one, named))
    },
  }
}

/** Makes a version with other names or other speakers, which the list of attendees follows. */
function createChanging(deps: SpeakersDeps, { known }: SpeakerNames) {
  const { db, recordings } = deps

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
    const { base, seen } = await requireBaseVersion(deps, trx, recordingId, basedOn)
    if (seen !== base) throw staleVersion(base?.version ?? 0, basedOn)
    return base
  }

  async function change(
    recordingId: number,
    { basedOn, ...by }: { basedOn: number; personId: number; what?: What },
    make: (before: changes.Before) => changes.After | null,
  ): Promise<void> {
    // Before the transaction: going through hours of talk takes a second, in which nobody else could write.
    const now = await visibleTranscript(db.read, recordings, recordingId)
    if (now?.state === 'complete') await known(db.read, now)
    await transact(db, async (trx) => {
      const base = await requireSeen(trx, recordingId, basedOn)
      if (base?.state !== 'complete')
        throw new AppError('no_transcript', 'There is no transcript of this recording yet.')
      await changeIn(trx, base, by, make)
    })
  }

  return { changeIn, change, requireSeen, keepAttendees }
}
