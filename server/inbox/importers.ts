import { basename } from 'node:path'
import type { InboxKind } from '#contract/inbox.ts'
import type { AuditService } from '../audit/service.ts'
import type { CalendarService } from '../calendar/service.ts'
import type { CompaniesService } from '../companies/service.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import type { Paths } from '../files/paths.ts'
import { fileMeeting, meetingInfo, saveMeetingInfo } from '../meetings/service.ts'
import type { NewsService } from '../news/service.ts'
import type { Pdf } from '../pdf/run.ts'
import { firstPersonId } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { takeAgenda } from './agenda.ts'
import type { Facts, Wishes } from './facts.ts'
import { takeFeed } from './feeds.ts'
import { scheduledFor } from './scheduled.ts'
import type { Sidecar } from './sidecar.ts'
import { forgetContent, insertFile, takenWith } from './store.ts'

export type ImporterDeps = {
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

export type ImportRequest = {
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

export type ImportResult = {
  result: 'taken' | 'duplicate'
  kind: InboxKind
  message: string
  title: string
  heldAt: string | null
  recordingId: number | null
  /** Of the row that says so; null: nothing was stored. */
  rowId: number | null
}

export type Imported = Pick<ImportResult, 'message' | 'recordingId' | 'rowId'>
export type ImportWork = { wanted: ImportRequest; facts: Facts }
export type FileContent = { bytes: Buffer; sha256: string }
export type CopiedFile = { path: string; sha256: string; bytes: number }

/** The same content was imported meanwhile: this attempt is rolled back. */
export class ImportedMeanwhile extends Error {}

/** Imports one file by its kind: as a recording, a transcript, an agenda, meetings or news. */
export function createImporters(deps: ImporterDeps) {
  const { db, timezone, recordings, transcripts } = deps

  async function takeRecording({ wanted, facts }: ImportWork, copy: CopiedFile): Promise<Imported> {
    const message = 'Queued for transcription.'
    const { sha256, bytes, path } = copy
    let rowId = 0
    const recording = await recordings.keep({
      ...{ path, name: basename(wanted.path), mimeType: '', bytes, title: facts.title, heldAt: facts.heldAt },
      ...{ personId: firstPersonId, source: 'import' },
      meetingId: await scheduledFor(db.read, recordings, facts, timezone),
      also: async (trx, recordingId) => {
        const meetingId = await place(deps, trx, recordingId, facts)
        rowId = await record(
          deps,
          trx,
          wanted,
          { kind: 'recording', sha256, bytes, message },
          { recordingId, meetingId },
        )
      },
    })
    return { message, recordingId: recording.id, rowId }
  }

  async function takeTranscript(
    { wanted, facts }: ImportWork,
    { bytes, sha256 }: FileContent,
  ): Promise<Imported> {
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
        const meetingId = await place(deps, trx, id, facts)
        message = 'Taken in as a transcript.'
        const file = { kind: 'transcript' as const, sha256, bytes: bytes.length, message }
        rowId = await record(deps, trx, wanted, file, { recordingId: id, meetingId })
      },
    )
    return { message, recordingId, rowId }
  }

  /** Of what is read as a whole. */
  async function takeOther(
    work: ImportWork,
    whole: FileContent,
    kind: 'agenda' | 'calendar' | 'feed',
    said: Sidecar,
  ): Promise<Imported> {
    const { wanted, facts } = work
    const file = { name: wanted.path, bytes: whole.bytes }
    const keep = (trx: Handle, message: string, meetingId: number | null): Promise<number> =>
      record(
        deps,
        trx,
        wanted,
        { kind, sha256: whole.sha256, bytes: whole.bytes.length, message },
        { recordingId: null, meetingId },
      )
    const note = async (message: string): Promise<Imported> => ({
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

  return { recording: takeRecording, transcript: takeTranscript, other: takeOther }
}

/** In the transaction that takes it in. */
async function record(
  { audit }: Pick<ImporterDeps, 'audit'>,
  trx: Handle,
  wanted: ImportRequest,
  file: { kind: InboxKind; sha256: string; bytes: number; message: string },
  made: { recordingId: number | null; meetingId: number | null },
): Promise<number> {
  const earlier = await takenWith(trx, file.sha256)
  if (earlier) {
    if (!wanted.again) throw new ImportedMeanwhile()
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
async function place(
  { recordings }: Pick<ImporterDeps, 'recordings'>,
  trx: Handle,
  recordingId: number,
  facts: Facts,
): Promise<number | null> {
  const meetingId = await recordings.meetingOf(trx, recordingId)
  if (meetingId === null) return null
  await fileMeeting(trx, meetingId, facts)
  if (facts.attendees.length > 0) {
    const { location } = await meetingInfo(trx, meetingId)
    await saveMeetingInfo(trx, meetingId, { attendees: facts.attendees, location })
  }
  return meetingId
}
