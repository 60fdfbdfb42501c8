import { z } from 'zod'
import { captureFacts } from './capture.ts'
import { jobView } from './jobs.ts'
import { changes, idParams, owns, reads, route } from './route.ts'

/**
 * Where a recording stands. `recording`: its sound is still coming; `waiting`: its transcription is queued (perhaps for the engine, see `job.step`);
 * `transcribing`: at work; `done`: there is a transcript; `failed`: see `failureReason`; `none`: no sound, no work.
 */
export const recordingStatuses = [
  'none',
  'recording',
  'waiting',
  'transcribing',
  'done',
  'failed',
  'cancelled',
] as const

export const sourceTypes = [
  'upload',
  'import',
  'recorder',
  'sample',
  'uploaded_transcript',
  'transcript',
] as const

export const recording = z.object({
  id: z.number(),
  meetingId: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  summary: z.string().nullable(),
  /** Seconds; 0 until the sound has been read. */
  duration: z.number(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  meetingDate: z.string().nullable(),
  /** The name the file had when it was uploaded, for show only; null without sound. */
  audioFileName: z.string().nullable(),
  /** The extension of the original, without a dot: "mp3". */
  audioFormat: z.string().nullable(),
  audioBytes: z.number().nullable(),
  hasVideo: z.boolean(),
  /** When a retention rule disposed of the sound. */
  soundGoneAt: z.string().nullable(),
  sourceType: z.enum(sourceTypes),
  transcriptionComplete: z.boolean(),
  transcriptionSuccess: z.boolean(),
  userId: z.number(),
  status: z.enum(recordingStatuses),
  failureReason: z.string().nullable(),
  failureCode: z.string().nullable(),
  /** The transcript was written by the bundled model: mark it wherever its words show. */
  bundled: z.boolean(),
  /** Words in the transcript; null while there is none, 0 where nobody speaks. */
  wordCount: z.number().nullable(),
  /** A person has changed the transcript's words: no later run takes its place by itself. */
  edited: z.boolean(),
  /** Null: it was not made by the recorder. */
  capture: captureFacts.nullable(),
  /** The transcription job while it waits or runs, else the last one that failed. */
  job: jobView.nullable(),
  /** The job that tells the speakers apart, likewise. */
  diarisationJob: jobView.nullable(),
})
export type Recording = z.infer<typeof recording>

/** Something that can be seen: characters that control or take no room are no title. */
const title = z
  .string()
  .trim()
  .max(300)
  .regex(/[^\p{C}\p{Z}]/u, 'Title cannot be empty')

const userParams = z.object({ userId: z.coerce.number().int().positive() })

/**
 * Newest first. Without parameters all of them; the parameters are ours and the screens use them. `t` is there to pass
 * by caches. With `limit` the answer has a header `X-Next-Cursor` while there are more.
 */
export const listRecordings = route({
  method: 'GET',
  path: '/api/users/:userId/recordings',
  access: 'person',
  params: userParams,
  query: z.object({
    t: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(500).optional(),
    /** From `X-Next-Cursor`; holds the title when the list is sorted by it. */
    cursor: z.string().max(2000).optional(),
    /** Words of the title or the description. */
    q: z.string().trim().max(200).optional(),
    status: z.enum(recordingStatuses).optional(),
    sort: z.enum(['newest', 'oldest', 'title', 'longest']).optional(),
    /** Id of a series, a tag, id of a company. */
    series: z.coerce.number().int().positive().optional(),
    tag: z.string().max(50).optional(),
    company: z.coerce.number().int().positive().optional(),
  }),
  response: z.array(recording),
})

/** multipart: audio (file), title, userId. */
export const uploadRecording = route({
  method: 'POST',
  path: '/api/recordings/upload',
  access: 'person',
  rawBody: true,
  response: z.object({ recording, id: z.number() }),
})

/** Imports the bundled, synthesised sample meeting. */
export const importSample = route({
  method: 'POST',
  path: '/api/recordings/sample',
  access: 'person',
  response: z.object({ recording, id: z.number() }),
})

/** A recording without sound yet: the recorder makes it before it starts, the transcript upload before its text comes. */
export const createRecording = route({
  method: 'POST',
  path: '/api/recordings',
  access: 'person',
  body: z.object({
    title,
    sourceType: z.literal('uploaded_transcript').optional(),
    /** The recorder's: whether those present were told that they are recorded. */
    peopleTold: z.boolean().optional(),
    meetingDate: z.iso.datetime({ offset: true }).optional(),
    /** A meeting that was scheduled: this is its recording. */
    meetingId: z.number().int().positive().optional(),
    /** The recorder's: sound that its browser kept of a recording that no longer takes it. It is of the same meeting. */
    restOf: z
      .object({ recordingId: z.number().int().positive(), startedAt: z.iso.datetime({ offset: true }) })
      .optional(),
  }),
  response: z.object({ recording, id: z.number() }),
})

export const getRecording = route({
  act: 'recording.opened',
  method: 'GET',
  path: '/api/recordings/:id',
  access: reads('recording'),
  params: idParams,
  response: recording,
})

export const updateRecording = route({
  actWhen: { act: 'recording.summaryEdited', is: ({ body }) => body.summary !== undefined },
  largeBody: true, // summaries
  method: 'PATCH',
  path: '/api/recordings/:id',
  access: changes('recording'),
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    description: z.string().trim().max(10_000).optional(),
    /** '' takes it away. */
    summary: z.string().trim().max(200_000).optional(),
    /**
     * The version of the minutes that whoever wrote the summary saw; null: there were none. 409 `stale_version` when other
     * words have taken their place since.
     */
    summaryBasedOn: z.number().int().positive().nullable().optional(),
    meetingDate: z.iso.datetime({ offset: true }).optional(),
    sourceType: z.literal('transcript').optional(),
    /** Seconds, as the player measured them; a duration that was read from the sound itself stays. */
    duration: z.number().nonnegative().max(1_000_000).optional(),
    /** As when it was made; whoever says it is kept with it. Of recordings of the recorder alone. */
    peopleTold: z.boolean().optional(),
  }),
  response: recording,
})

/** The same as PATCH with `duration`. */
export const putDuration = route({
  act: null, // the page's doing, not the person's
  method: 'PUT',
  path: '/api/recordings/:id/duration',
  access: changes('recording'),
  params: idParams,
  body: z.object({ duration: z.number().nonnegative().max(1_000_000) }),
  response: recording,
})

export const deleteRecording = route({
  act: null, // the bin records it in its own transaction
  method: 'DELETE',
  path: '/api/recordings/:id',
  access: owns('recording'),
  params: idParams,
  response: z.object({ success: z.boolean() }),
})

const fileQuery = z.object({ download: z.string().optional() })

/**
 * The sound to play (Range requests answered); with download=true a real WAV, "{title}.wav"; with repair=true a copy whose
 * container is in order.
 */
export const getAudio = route({
  actWhen: { act: 'recording.exported', is: ({ query }) => query.download === 'true' },
  method: 'GET',
  path: '/api/recordings/:id/audio',
  access: reads('recording'),
  params: idParams,
  query: fileQuery.extend({ repair: z.string().optional() }),
})
/** The bytes as they came, under the title and the true extension. */
export const downloadOriginal = route({
  act: 'recording.exported',
  method: 'GET',
  path: '/api/recordings/:id/download',
  access: reads('recording'),
  params: idParams,
})
export const convertToWav = route({
  act: 'recording.exported',
  method: 'GET',
  path: '/api/convertToWav/:id',
  access: reads('recording'),
  params: idParams,
})
export const convertToMp3 = route({
  act: 'recording.exported',
  method: 'GET',
  path: '/api/convertToMp3/:id',
  access: reads('recording'),
  params: idParams,
})
