import type { Transcript, TranscriptVersion } from '#contract/transcripts.ts'
import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { isActive } from '../jobs/queue.ts'
import { meetingInfo } from '../meetings/service.ts'
import type { TranscriptsDeps } from './deps.ts'
import { hasAllSound } from './runs/all-sound.ts'
import { liveSegments } from './runs/caption-segments.ts'
import { liveRest } from './runs/stored-captions.ts'
import { withKnownName } from './speakers/attendees.ts'
import { diarisationOf } from './speakers/diarisation-status.ts'
import { namedIn } from './speakers/named.ts'
import { findTranscript, segmentsOf, type TranscriptRow } from './store.ts'
import { visibleTranscript } from './versions/base-version.ts'
import { contentOf, textFile } from './versions/text-format.ts'
import { findCandidate, findVersion, versionsOf } from './versions/versions-store.ts'

type TranscriptQueriesDeps = Pick<
  TranscriptsDeps,
  'db' | 'recordings' | 'people' | 'speakers' | 'diarisationOn' | 'job'
>

/** A transcript as people see it: its words, its versions, its file. */
export function createTranscriptQueries(deps: TranscriptQueriesDeps) {
  const { db, recordings, job } = deps
  const get = (recordingId: number, version?: number): Promise<Transcript> =>
    readTranscript(deps, recordingId, version)
  return {
    /**
     * The current version, or the one that is asked for.
     * @throws AppError not_found
     */
    get,

    /** Newest first. @throws AppError not_found */
    versions: (recordingId: number): Promise<TranscriptVersion[]> => listVersions(deps, recordingId),

    /** @throws AppError no_transcript */
    async asTextFile(recordingId: number, version?: number): Promise<{ title: string; text: string }> {
      const { title, status } = await recordings.get(db.read, recordingId)
      const transcript = await get(recordingId, version)
      if (transcript.version === 0 && transcript.segments.length === 0)
        throw new AppError('no_transcript', 'There is no transcript of this recording yet.')
      const working = status === 'waiting' || status === 'transcribing'
      const underWay = status === 'recording' ? 'recording' : working ? 'running' : 'broken off'
      const state = transcript.complete ? 'complete' : underWay
      const segments = transcript.segments.map((one) => ({
        ...one,
        speaker: (one.speaker && transcript.speakers[one.speaker]) ?? one.speaker,
      }))
      return { title, text: textFile({ ...transcript, segments, title, state }) }
    },

    /**
     * The current version when it is complete and nothing more is to come, else null. Parses nothing: for those who ask at
     * every event.
     * @throws AppError not_found
     */
    async finalVersion(recordingId: number): Promise<number | null> {
      const { phase } = await recordings.capture(db.read, recordingId)
      const id = await recordings.currentTranscript(db.read, recordingId)
      if (id === null || phase === 'open' || (await isActive(db.read, job.name, recordingId))) return null
      return (await findTranscript(db.read, id))?.version ?? null
    },

    /** Number of the current version; null: there is none. @throws AppError not_found */
    async currentVersion(handle: Handle, recordingId: number): Promise<number | null> {
      const id = await recordings.currentTranscript(handle, recordingId)
      return id === null ? null : ((await findTranscript(handle, id))?.version ?? null)
    },
  }
}

async function versionRow(
  { db, recordings }: TranscriptQueriesDeps,
  recordingId: number,
  version?: number,
): Promise<TranscriptRow | null> {
  const row = await visibleTranscript(db.read, recordings, recordingId)
  if (version === undefined || version === row?.version) return row
  const earlier = await findVersion(db.read, recordingId, version)
  if (!earlier) throw new AppError('not_found', `There is no version ${version} of this transcript.`)
  return earlier
}

async function readTranscript(
  deps: TranscriptQueriesDeps,
  recordingId: number,
  version?: number,
): Promise<Transcript> {
  const { db, recordings, speakers, diarisationOn } = deps
  const recording = await recordings.get(db.read, recordingId)
  const { meetingId, capture, audioFileName } = recording
  // Before the words: who reads that it is done must not be given the version from before.
  const info = await meetingInfo(db.read, meetingId)
  const available = diarisationOn && audioFileName !== null
  const told = await diarisationOf(db.read, recordingId, { available, attendees: info.attendees })
  const row = await versionRow(deps, recordingId, version)
  const own = row ? await segmentsOf(db.read, row.id) : []
  const last = own.length === 0 ? null : own.reduce((latest, { end }) => Math.max(latest, end * 1000), 0)
  const live = version === undefined ? await liveRest(db.read, recordings, recordingId, row, last) : []
  const cuts = capture ? [...capture.gaps, ...capture.pauses, ...capture.takes].map(({ at }) => at) : []
  const segments = [...own, ...liveSegments(live, cuts)]
  const candidate = version === undefined ? await findCandidate(db.read, recordingId) : null
  const names = row && (await speakers.names(db.read, row, own, info.attendees))
  return {
    content: contentOf(segments),
    text: segments.map((s) => s.text).join(' '),
    segments,
    speakers: Object.fromEntries(names?.known ?? []),
    ...info,
    attendees: info.attendees.map((attendee) => withKnownName(attendee, names?.known)),
    version: row?.version ?? 0,
    origin: row?.origin ?? null,
    candidate: candidate && {
      version: candidate.version,
      model: candidate.model_name,
      createdAt: candidate.completed_at ?? candidate.created_at,
    },
    complete: row?.state === 'complete' && live.length === 0 && hasAllSound(recording, row.origin),
    bundled: row?.bundled === 1 || live.some(({ bundled }) => bundled === 1),
    model: row?.model_name ?? live[0]?.model_name ?? null,
    language: row?.language ?? null,
    gaps: capture?.gaps ?? [],
    pauses: capture?.pauses ?? [],
    takes: capture?.takes ?? [],
    diarisation: told,
  }
}

async function listVersions(
  { db, recordings, people }: TranscriptQueriesDeps,
  recordingId: number,
): Promise<TranscriptVersion[]> {
  const current = await recordings.currentTranscript(db.read, recordingId)
  const rows = await versionsOf(db.read, recordingId)
  const named = await namedIn(db.read, rows)
  const nameOf = async (id: number) => [id, await people.nameOf(db.read, id)] as const
  const ids = [...new Set(rows.flatMap((row) => row.person_id ?? []))]
  const names = new Map(await Promise.all(ids.map(nameOf)))
  return rows.map((row) => ({
    version: row.version,
    origin: row.origin,
    named: row.change ?? named.get(row.id) ?? null,
    model: row.model_name,
    language: row.language,
    bundled: row.bundled === 1,
    person: names.get(row.person_id ?? 0) ?? null,
    words: row.words ?? 0,
    createdAt: row.completed_at ?? row.created_at,
    current: row.id === current,
  }))
}
