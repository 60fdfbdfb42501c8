import { z } from 'zod'
import { jobView } from './jobs.ts'
import { idParams, route } from './route.ts'

/**
 * Where a recording stands. `waiting`: its transcription is queued (perhaps for the engine, see `job.step`);
 * `transcribing`: at work; `done`: there is a transcript; `failed`: see `failureReason`; `none`: no sound, no work.
 */
export const recordingStatuses = ['none', 'waiting', 'transcribing', 'done', 'failed', 'cancelled'] as const

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
  sourceType: z.enum(sourceTypes),
  transcriptionComplete: z.boolean(),
  transcriptionSuccess: z.boolean(),
  userId: z.number(),
  status: z.enum(recordingStatuses),
  failureReason: z.string().nullable(),
  failureCode: z.string().nullable(),
  /** The transcript was written by the bundled demo model: mark it wherever its words show. */
  demo: z.boolean(),
  /** Words in the transcript; null while there is none, 0 where nobody speaks. */
  wordCount: z.number().nullable(),
  /** The transcription job while it waits or runs, else the last one that failed. */
  job: jobView.nullable(),
})
export type Recording = z.infer<typeof recording>

export const word = z.object({
  text: z.string(),
  /** Seconds from the start of the recording. */
  start: z.number(),
  end: z.number(),
  /** 0 to 1: the engine's own probability, the least of the word's tokens. */
  confidence: z.number(),
})
export type Word = z.infer<typeof word>

export const segment = z.object({
  id: z.number(),
  text: z.string(),
  speaker: z.string().nullable(),
  /** Seconds from the start of the recording (number); the same as `start`. */
  timestamp: z.number(),
  start: z.number(),
  end: z.number(),
  words: z.array(word),
})
export type Segment = z.infer<typeof segment>

export const attendee = z.object({
  speakerId: z.string(),
  name: z.string(),
  role: z.string().optional(),
  email: z.string().optional(),
})
export const location = z.object({
  type: z.enum(['online', 'physical']),
  name: z.string(),
  url: z.string().optional(),
  address: z.string().optional(),
  placeId: z.string().optional(),
})

export const transcript = z.object({
  /** Lines of "[hh:mm:ss] text" ("[hh:mm:ss] [Speaker N] text" once speakers are known). */
  content: z.string(),
  /** The same words without times. */
  text: z.string(),
  segments: z.array(segment),
  speakers: z.record(z.string(), z.string()),
  attendees: z.array(attendee),
  location: location.nullable(),
  /** Number of the version; 0 when there is no transcript yet. */
  version: z.number(),
  /** False while pieces are still being transcribed; `segments` then holds what is done so far. */
  complete: z.boolean(),
  demo: z.boolean(),
  model: z.string().nullable(),
  language: z.string().nullable(),
})
export type Transcript = z.infer<typeof transcript>

const userParams = z.object({ userId: z.coerce.number().int().positive() })

export const listRecordings = route({
  method: 'GET',
  path: '/api/users/:userId/recordings',
  params: userParams,
  response: z.array(recording),
})

/** multipart: audio (file), title, userId. */
export const uploadRecording = route({
  method: 'POST',
  path: '/api/recordings/upload',
  rawBody: true,
  response: z.object({ recording, id: z.number() }),
})

/** Imports the bundled, synthesised sample meeting. */
export const importSample = route({
  method: 'POST',
  path: '/api/recordings/sample',
  response: z.object({ recording, id: z.number() }),
})

/** A recording without sound yet: the recorder makes it before it starts, the transcript upload before its text comes. */
export const createRecording = route({
  method: 'POST',
  path: '/api/recordings',
  body: z.object({
    title: z.string().trim().min(1, 'Title cannot be empty').max(300),
    sourceType: z.literal('uploaded_transcript').optional(),
    meetingDate: z.iso.datetime({ offset: true }).optional(),
  }),
  response: z.object({ recording, id: z.number() }),
})

export const getRecording = route({
  method: 'GET',
  path: '/api/recordings/:id',
  params: idParams,
  response: recording,
})

export const updateRecording = route({
  method: 'PATCH',
  path: '/api/recordings/:id',
  params: idParams,
  body: z.strictObject({
    title: z.string().trim().min(1, 'Title cannot be empty').max(300).optional(),
    description: z.string().trim().max(10_000).optional(),
  }),
  response: recording,
})

export const deleteRecording = route({
  method: 'DELETE',
  path: '/api/recordings/:id',
  params: idParams,
  response: z.object({ success: z.boolean() }),
})

export const getTranscript = route({
  method: 'GET',
  path: '/api/recordings/:id/transcript',
  params: idParams,
  /** download=true answers text/plain as an attachment. */
  query: z.object({ download: z.enum(['true', 'false']).optional() }),
  response: transcript,
})

export const retryTranscription = route({
  method: 'POST',
  path: '/api/recordings/:id/retry-transcription',
  params: idParams,
  response: z.object({ success: z.boolean(), message: z.string() }),
})

const fileQuery = z.object({ download: z.string().optional() })

/** The sound to play (Range requests answered); with download=true a real WAV, "{title}.wav". */
export const getAudio = route({
  method: 'GET',
  path: '/api/recordings/:id/audio',
  params: idParams,
  query: fileQuery,
})
/** The bytes as they came, under the title and the true extension. */
export const downloadOriginal = route({
  method: 'GET',
  path: '/api/recordings/:id/download',
  params: idParams,
})
export const convertToWav = route({ method: 'GET', path: '/api/convertToWav/:id', params: idParams })
export const convertToMp3 = route({ method: 'GET', path: '/api/convertToMp3/:id', params: idParams })
