import type { Attendee, Location, Transcript, TranscriptVersion } from '#contract/transcripts.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Lane } from '../jobs/lanes.ts'
import { enqueue, isActive, latestJobs } from '../jobs/queue.ts'
import { meetingInfo, saveMeetingInfo } from '../meetings/service.ts'
import { requireLanguage } from '../speech/languages.ts'
import type { SpeechModel } from '../speech/models.ts'
import { createAbout } from './about.ts'
import { hasAllSound } from './runs/all-sound.ts'
import { diarisationOf } from './speakers/diarisation-status.ts'
import { createDiariseRequests } from './speakers/diarise-requests.ts'
import { createEditing, visible } from './versions/editing.ts'
import { contentOf, textFile } from './versions/text-format.ts'
import { liveSegments } from './runs/caption-segments.ts'
import type { TranscriptsDeps } from './deps.ts'
import { doneUntil, liveRest } from './runs/stored-captions.ts'
import { createFollowing } from './runs/follow-requests.ts'
import { withKnownName } from './speakers/attendees.ts'
import { namedIn } from './speakers/named.ts'
import type { TranscribePayload } from './runs/jobs.ts'
import { wordsBelow } from './speakers/diarisation-results.ts'
import { createWordsOf } from './versions/lineage.ts'
import { deleteTranscript, findRunning, findTranscript, segmentsOf, type TranscriptRow } from './store.ts'
import { findCandidate, findVersion, versionsOf } from './versions/versions-store.ts'

export {
  addTranscriptHandlers,
  newTranscriptHooks,
  type TranscriptHandlers,
  type TranscriptHooks,
} from './hooks.ts'
export { kindsOfRecording } from './search-sources.ts'
export type { StoredCaptions } from './runs/stored-captions.ts'
export type { TermsService } from './terms/service.ts'

/** More names than this are no longer asked for one by one. */
const mostSpeakers = 50
/** What is left of a recording when it ends is little up to here. */
const shortRestMs = 300_000

export type TranscriptsService = ReturnType<typeof createTranscripts>

export function createTranscripts({
  db,
  recordings,
  people,
  models,
  language,
  job,
  follow,
  diarisation,
  diarisationResults,
  diarisationOn,
  diarisationModels,
  places,
  terms,
  guess,
  reader,
  analysis,
  textArrived,
  speakers,
}: TranscriptsDeps) {
  const editing = createEditing({
    db,
    recordings,
    jobName: job.name,
    diarisationResults,
    corrected: terms.corrected,
    bringBack: speakers.bringBack,
    textArrived,
    reader,
  })

  async function read(recordingId: number, version?: number): Promise<TranscriptRow | null> {
    const row = await visible(db.read, recordings, recordingId)
    if (version === undefined || version === row?.version) return row
    const earlier = await findVersion(db.read, recordingId, version)
    if (!earlier) throw new AppError('not_found', `There is no version ${version} of this transcript.`)
    return earlier
  }

  /**
   * The current version, or the one that is asked for.
   * @throws AppError not_found
   */
  async function get(recordingId: number, version?: number): Promise<Transcript> {
    const recording = await recordings.get(db.read, recordingId)
    const { meetingId, capture, audioFileName } = recording
    // Before the words: who reads that it is done must not be given the version from before.
    const info = await meetingInfo(db.read, meetingId)
    const available = diarisationOn && audioFileName !== null
    const told = await diarisationOf(db.read, recordingId, { available, attendees: info.attendees })
    const row = await read(recordingId, version)
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

  /** @throws AppError not_found, no_audio, in_progress */
  async function queueRun(
    recordingId: number,
    wishes: Omit<TranscribePayload, 'recordingId' | 'seen'>,
  ): Promise<void> {
    await recordings.sound(db.read, recordingId)
    await transact(db, async (trx) => {
      if (await isActive(trx, job.name, recordingId))
        throw new AppError('in_progress', 'This recording is already being transcribed.')
      await request(trx, recordingId, wishes)
    })
  }

  /** While a run waits or works, that one is meant. */
  async function request(
    handle: Handle,
    recordingId: number,
    wishes: Omit<TranscribePayload, 'recordingId' | 'seen'> = {},
    lane: Lane = job.lane,
  ): Promise<number> {
    const id = await recordings.currentTranscript(handle, recordingId)
    const seen = id === null ? 0 : ((await findTranscript(handle, id))?.version ?? 0)
    return enqueue(handle, job, { recordingId, ...wishes, seen }, lane)
  }

  /** A meeting that has just been recorded, and of which little is left to do, does not wait behind hours of others. */
  async function laneOfNewSound(handle: Handle, recordingId: number): Promise<Lane> {
    const { duration, capture } = await recordings.get(handle, recordingId)
    const seconds = duration || capture?.elapsed
    if (!capture || !seconds) return job.lane
    const running = await findRunning(handle, recordingId)
    const followedMs = running?.planned_ms ? await doneUntil(handle, running) : 0
    return seconds * 1000 - followedMs <= shortRestMs ? follow.lane : job.lane
  }

  /** @throws AppError model_unknown; without an id the one in use */
  const modelToUse = (id: string | undefined): Promise<SpeechModel> =>
    id === undefined ? models.active(db.read) : models.find(id)

  return {
    get,
    speakers,
    ...createWordsOf({ recordings, speakers }),
    attach: editing.attach,
    takeText: editing.takeText,
    replaceText: editing.replaceText,
    editSegment: editing.editSegment,
    replaceWords: editing.replaceWords,
    ...createAbout({ db, recordings, speakers, diarisation, diarisationOn }),
    restore: editing.restore,
    publishRun: editing.publishRun,
    following: createFollowing({ db, job: follow }),

    /** Newest first. @throws AppError not_found */
    async versions(recordingId: number): Promise<TranscriptVersion[]> {
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
    },

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

    /** Attendees and location belong to the meeting, and show on all of its recordings. @throws AppError not_found, invalid_input */
    async saveMeetingInfo(
      recordingId: number,
      info: { attendees: Attendee[]; location: Location | null },
      personId: number,
    ): Promise<void> {
      await transact(db, async (trx) => {
        const { meetingId } = await recordings.get(trx, recordingId)
        const before = (await meetingInfo(trx, meetingId)).attendees
        await saveMeetingInfo(trx, meetingId, info)
        await speakers.nameFromList(trx, { recordingId, before, personId })
        if (info.location?.type === 'physical') await places.remember(trx, info.location)
        for (const id of await recordings.publishMeetingChanged(trx, meetingId))
          await recordEvent(trx, 'transcript', id)
      })
    },

    /** Speakers that a text names, and who they say that they are. */
    async analyze(content: string): Promise<{ speakers: string[]; speakerMap: Record<string, string> }> {
      const { labels, lines } = await reader.lines(content)
      const segments = lines.map((line, id) => ({ ...line, id, start: line.time ?? 0 }))
      const named = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))]
      const nothing = { listed: [], confirmed: new Map(), dismissed: new Map() }
      const guesses = await guess({ segments, ...nothing })
      // The dialog shows them to be changed, so what people call themselves is enough.
      const known = labels.flatMap((label) => {
        const first = guesses.get(label)?.[0]
        const own = first?.evidence.some(({ rule }) => rule === 'introduction') && !first.contradicted
        return first && own ? [[label, first.name] as const] : []
      })
      const others = named.filter((name) => !labels.includes(name)).slice(0, mostSpeakers)
      const speakers = [...labels, ...others]
      return { speakers, speakerMap: Object.fromEntries([...known, ...others.map((name) => [name, name])]) }
    },

    /** The text of a transcript's file. @throws AppError empty_file, unsupported_media_type, invalid_input */
    readFile: reader.file,
    nameSpeakers: (content: string, speakerMap: Record<string, string>) =>
      reader.name({ content, speakerMap }),
    analysis,

    /** A recording has its sound: queues its transcription; while one waits or runs, that one is meant. */
    async soundArrived(handle: Handle, recordingId: number): Promise<void> {
      await request(handle, recordingId, {}, await laneOfNewSound(handle, recordingId))
      // A version that was whole may be so no longer.
      await recordEvent(handle, 'transcript', recordingId)
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

    /**
     * The sound is another one: what was made of it so far is of no use. What followed it as it came is looked at by the run
     * that goes on with it.
     */
    async dropUnfinished(handle: Handle, recordingId: number): Promise<void> {
      const running = await findRunning(handle, recordingId)
      if (running?.planned_ms === null) await deleteTranscript(handle, running.id)
    },

    /** @throws AppError not_found, no_audio, in_progress */
    retry: (recordingId: number): Promise<void> => queueRun(recordingId, {}),

    /**
     * With a model and a language of one's choice; what is left out is as the appliance is set.
     * @param wishes.replaceEdited the person has agreed that the run takes the place of the version that is there now
     * @throws AppError not_found, no_audio, in_progress, model_unknown, model_language, invalid_input
     */
    async transcribeAgain(
      recordingId: number,
      wishes: { model?: string; language?: string; replaceEdited: boolean },
    ): Promise<void> {
      const model = await modelToUse(wishes.model)
      requireLanguage(model, wishes.language ?? language)
      const current = await visible(db.read, recordings, recordingId)
      await queueRun(recordingId, {
        ...(wishes.model !== undefined && { model: wishes.model }),
        ...(wishes.language !== undefined && { language: wishes.language }),
        ...(wishes.replaceEdited && current && { replaces: current.version }),
      })
    },

    ...createDiariseRequests({ db, recordings, diarisation, diarisationOn, models: diarisationModels }),

    /** What a person may choose from. */
    async choices() {
      const active = await models.active(db.read)
      const installed = await models.list()
      return {
        models: installed.map(({ id, name, multilingual, bundled }) => ({
          id,
          name,
          multilingual,
          bundled,
          active: id === active.id,
        })),
        language,
      }
    },

    /**
     * A real model serves: what the bundled model wrote is made again, except what people have edited, restored or attached.
     * @returns how many recordings were queued
     */
    async replaceBundledTranscripts(): Promise<number> {
      return transact(db, async (trx) => {
        const ids = await recordings.bundledTranscribed(trx)
        const jobs = await latestJobs(trx, job.name, ids)
        let count = 0
        for (const id of ids) {
          // What failed or was cancelled since waits for a person to try it again.
          if ((jobs.get(id)?.state ?? 'done') !== 'done') continue
          const current = await recordings.currentTranscript(trx, id)
          const row = current === null ? null : await findTranscript(trx, current)
          if (!row || row.edited === 1 || (await wordsBelow(trx, row)).origin === 'restore') continue
          await request(trx, id)
          count++
        }
        return count
      })
    },
  }
}
