import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { InboxKind } from '#contract/inbox.ts'
import type { AuditService } from '../audit/service.ts'
import type { CalendarService } from '../calendar/service.ts'
import type { CompaniesService } from '../companies/service.ts'
import type { Db, Handle } from '../db/open.ts'
import { transactDurably } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { requireSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'
import { fileMeeting, meetingInfo, saveMeetingInfo } from '../meetings/service.ts'
import type { NewsService } from '../news/service.ts'
import type { Pdf } from '../pdf/run.ts'
import { firstPersonId } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { takeAgenda } from './agenda.ts'
import { copyOut, digestOf, readWhole } from './content.ts'
import { factsOf, type Facts, type Wishes } from './facts.ts'
import { takeFeed } from './feeds.ts'
import { openInside } from './folder.ts'
import { kindOf } from './kinds.ts'
import { requireSound } from './sound.ts'
import { scheduledFor } from './scheduled.ts'
import { isFeed, largestSidecar, readSidecar, type Sidecar } from './sidecar.ts'
import { forgetContent, insertFile, takenWith, type InboxRow } from './store.ts'

export type TakeDeps = {
  db: Db
  paths: Paths
  timezone: string
  ffmpeg: () => Promise<Ffmpeg>
  pdf: Pick<Pdf, 'inspect'>
  audit: AuditService
  recordings: RecordingsService
  transcripts: TranscriptsService
  companies: CompaniesService
  news: NewsService
  calendar: CalendarService
}

export type Wanted = {
  /** The folder in which the paths are. */
  root: string
  path: string
  sidecar: string | null
  /** By a command, and not from the shared folder: the files stay where they are. */
  byHand: boolean
  wishes: Wishes
  /** Also when the same content was taken in before. */
  again: boolean
  /** Says what would come of it, and stores nothing. */
  dryRun: boolean
  signal?: AbortSignal
}

export type Taken = {
  result: 'taken' | 'duplicate'
  kind: InboxKind
  message: string
  title: string
  heldAt: string | null
  recordingId: number | null
  /** Of the row that says so; null: nothing was stored. */
  rowId: number | null
}

/** A .json whose file is not there, or not yet. */
export class Unattended extends Error {}

/** Takes in one file: reads what is known of it, looks whether its content is new, and makes of it what it is. */
export function createTake(deps: TakeDeps) {
  const { db, paths, timezone, audit, recordings, transcripts, companies } = deps

  async function described({ root, sidecar }: Wanted): Promise<Sidecar> {
    if (sidecar === null) return {}
    const file = await openInside(root, sidecar)
    try {
      return readSidecar(basename(sidecar), (await readWhole(file, largestSidecar)).bytes)
    } finally {
      await file.close()
    }
  }

  async function kindFor(wanted: Wanted, facts: Facts): Promise<InboxKind> {
    if (facts.kind !== null) return facts.kind
    const kind = kindOf(wanted.path)
    if (kind !== 'feed' || !wanted.path.toLowerCase().endsWith('.json')) return kind
    const file = await openInside(wanted.root, wanted.path)
    try {
      const { bytes } = await readWhole(file, 5_000_000)
      if (!isFeed(bytes)) throw new Unattended('It describes a file that is not here.')
      return kind
    } finally {
      await file.close()
    }
  }

  /** Null: the content is new. What it became may have gone since: then it is new again. */
  async function before(wanted: Wanted, sha256: string): Promise<InboxRow | null> {
    const row = await takenWith(db.read, sha256)
    if (!row || wanted.again) return null
    return row
  }

  /** In the transaction that takes it in. */
  async function record(
    trx: Handle,
    wanted: Wanted,
    file: { kind: InboxKind; sha256: string; bytes: number; message: string },
    made: { recordingId: number | null; meetingId: number | null },
  ): Promise<number> {
    const earlier = await takenWith(trx, file.sha256)
    if (earlier) {
      if (!wanted.again) throw new TakenMeanwhile()
      await forgetContent(trx, earlier.id)
    }
    const { kind, sha256 } = file
    const id = await insertFile(trx, {
      ...{ path: wanted.path, kind, result: 'taken', message: file.message, sha256, bytes: file.bytes },
      ...{ recording_id: made.recordingId, meeting_id: made.meetingId, by_hand: wanted.byHand ? 1 : 0 },
    })
    const subject =
      made.recordingId === null
        ? { subjectKind: 'inbox', subjectId: id }
        : { subjectKind: 'recording', subjectId: made.recordingId }
    const details = { kind, sha256, byHand: wanted.byHand }
    await audit.record(trx, { personId: null, act: 'inbox.taken', ...subject, details })
    return id
  }

  /** What belongs to the meeting of a new recording. */
  async function place(trx: Handle, recordingId: number, facts: Facts): Promise<number | null> {
    const meetingId = await recordings.meetingOf(trx, recordingId)
    if (meetingId === null) return null
    await fileMeeting(trx, meetingId, facts)
    if (facts.attendees.length > 0) {
      const { location } = await meetingInfo(trx, meetingId)
      await saveMeetingInfo(trx, meetingId, { attendees: facts.attendees, location })
    }
    return meetingId
  }

  type Made = Pick<Taken, 'message' | 'recordingId' | 'rowId'>
  type Work = { wanted: Wanted; facts: Facts }

  async function takeRecording({ wanted, facts }: Work, copy: Copied): Promise<Made> {
    const message = 'Queued for transcription.'
    const { sha256, bytes, path } = copy
    let rowId = 0
    const recording = await recordings.keep({
      ...{ path, name: basename(wanted.path), mimeType: '', bytes, title: facts.title, heldAt: facts.heldAt },
      ...{ personId: firstPersonId, source: 'import' },
      meetingId: await scheduledFor(db.read, recordings, facts, timezone),
      also: async (trx, recordingId) => {
        const meetingId = await place(trx, recordingId, facts)
        rowId = await record(
          trx,
          wanted,
          { kind: 'recording', sha256, bytes, message },
          { recordingId, meetingId },
        )
      },
    })
    return { message, recordingId: recording.id, rowId }
  }

  async function takeTranscript({ wanted, facts }: Work, { bytes, sha256 }: Whole): Promise<Made> {
    const content = await transcripts.readFile(bytes)
    if (wanted.dryRun) return { message: 'A transcript.', recordingId: null, rowId: null }
    let [rowId, message] = [0, '']
    const { title, heldAt } = facts
    const recordingId = await transcripts.takeText(
      {
        ...{ title, heldAt, content, personId: firstPersonId },
        meetingId: await scheduledFor(db.read, recordings, facts, timezone),
      },
      async (trx, id) => {
        const meetingId = await place(trx, id, facts)
        message = 'Taken in as a transcript.'
        const file = { kind: 'transcript' as const, sha256, bytes: bytes.length, message }
        rowId = await record(trx, wanted, file, { recordingId: id, meetingId })
      },
    )
    return { message, recordingId, rowId }
  }

  /** Of what is read as a whole. */
  async function takeOther(
    work: Work,
    whole: Whole,
    kind: 'agenda' | 'calendar' | 'feed',
    said: Sidecar,
  ): Promise<Made> {
    const { wanted, facts } = work
    const file = { name: wanted.path, bytes: whole.bytes }
    const keep = (trx: Handle, message: string, meetingId: number | null): Promise<number> =>
      record(
        trx,
        wanted,
        { kind, sha256: whole.sha256, bytes: whole.bytes.length, message },
        { recordingId: null, meetingId },
      )
    const note = async (message: string): Promise<Made> => ({
      message,
      recordingId: null,
      rowId: await transactDurably(db, (trx) => keep(trx, message, null)),
    })
    if (kind === 'agenda') {
      const made = await takeAgenda({ ...deps, dryRun: wanted.dryRun }, file, facts, keep)
      return { ...made, recordingId: null }
    }
    if (wanted.dryRun)
      return { message: kind === 'feed' ? 'A news feed.' : 'A calendar.', recordingId: null, rowId: null }
    if (kind === 'feed') return note(await takeFeed(deps, file, facts, said))
    const { added, changed } = await deps.calendar.import(whole.bytes.toString('utf8'), firstPersonId)
    return note(
      `${added === 1 ? '1 meeting was' : `${added} meetings were`} added to the calendar, ${changed} changed.`,
    )
  }

  return async function take(wanted: Wanted): Promise<Taken> {
    const said = await described(wanted)
    const facts = await factsOf({ companies, handle: db.read, timezone }, wanted.path, said, wanted.wishes)
    const kind = await kindFor(wanted, facts)
    const shown = { kind, title: facts.title, heldAt: facts.heldAt }
    const again = (row: InboxRow): Taken => ({
      ...shown,
      ...{ result: 'duplicate', message: takenBefore(row), recordingId: row.recording_id, rowId: null },
    })
    const work = { wanted, facts }
    const file = await openInside(wanted.root, wanted.path)
    try {
      const { size } = await file.stat()
      if (size === 0) throw new AppError('empty_file', 'The file is empty.')
      if (kind !== 'recording') {
        const whole = await readWhole(file)
        const row = await before(wanted, whole.sha256)
        if (row) return again(row)
        const made = await (kind === 'transcript'
          ? takeTranscript(work, whole)
          : takeOther(work, whole, kind, said))
        return { ...shown, result: 'taken', ...made }
      }
      if (wanted.dryRun) {
        const row = await before(wanted, await digestOf(file, wanted.signal))
        if (row) return again(row)
        await requireSound(deps.ffmpeg, `${wanted.root}/${wanted.path}`, wanted.signal)
        return { ...shown, result: 'taken', message: 'A recording.', recordingId: null, rowId: null }
      }
      await requireSpace(paths.uploads, size)
      const path = temporaryUpload(paths)
      try {
        const copied = await copyOut(file, path, wanted.signal)
        const row = await before(wanted, copied.sha256)
        if (row) return again(row)
        await requireSound(deps.ffmpeg, path, wanted.signal)
        return { ...shown, result: 'taken', ...(await takeRecording(work, { ...copied, path })) }
      } finally {
        await rm(path, { force: true })
      }
    } catch (error) {
      if (!(error instanceof TakenMeanwhile)) throw error
      throw new AppError('in_progress', 'The same file is being taken in by somebody else.', { cause: error })
    } finally {
      await file.close()
    }
  }
}

type Whole = { bytes: Buffer; sha256: string }
type Copied = { path: string; sha256: string; bytes: number }

/** Somebody else was quicker with the same content: nothing of this try stays. */
class TakenMeanwhile extends Error {}

const takenBefore = (row: InboxRow): string => {
  const day = row.at.slice(0, 10)
  const made = row.recording_id === null ? '' : ` as recording ${row.recording_id}`
  return `The same content was taken in on ${day}${made}: ${row.path}.`
}
