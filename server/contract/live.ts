import { z } from 'zod'
import { elapsed, paused } from './capture.ts'
import { errorCodes } from './errors.ts'
import { segment } from './transcripts.ts'

/**
 * The recorder's socket: JSON text frames with the field `type`, sound in binary frames. Fields and messages beside the
 * specified ones are optional for the client: one that knows only those records, hears its words and loses nothing that was
 * acknowledged.
 */
export const livePath = '/api/ws/simple'

/** The server sends a heartbeat so often, in milliseconds. */
export const heartbeatEveryMs = 30_000

/** About seventeen minutes at the specified rate. */
export const maxChunkBytes = 16 * 1024 * 1024

/** Milliseconds since 1970, or whatever the sender wants to have back. */
const timestamp = z.union([z.number(), z.string().max(100)])
const recordingId = z.coerce.number().int().positive()

export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), timestamp }),
  z.object({ type: z.literal('pong'), timestamp: timestamp.optional(), respondingTo: timestamp.optional() }),
  /**
   * What follows in binary frames is this recording's sound, one chunk a frame. Said again on another socket after a line was
   * lost, it goes on: `recording_started` says which chunk comes next.
   */
  z.object({
    type: z.literal('start_recording'),
    recordingId,
    mimeType: z.string().max(200).default('audio/webm'),
    enableDiarization: z.boolean().default(true),
    autoGenerateSummary: z.boolean().default(true),
    /** Which MediaRecorder of the recording it is; without it, one that has not been there. */
    epoch: z.number().int().min(0).max(9999).optional(),
    /** Made by the page when it starts to record; another page's recorder is refused while this one is heard. */
    recorder: z.string().min(8).max(100).optional(),
    elapsed: elapsed.optional(),
    /** An epoch that begins after a pause says so; a client that pauses its MediaRecorder need not. */
    paused: paused.optional(),
    /** Wants `transcript_uncertain` too. */
    uncertain: z.boolean().default(false),
  }),
  z.object({
    type: z.literal('stop_recording'),
    recordingId,
    elapsed: elapsed.optional(),
    /** As in `start_recording`; without it the one that this socket has sent for. */
    recorder: z.string().min(8).max(100).optional(),
  }),
  /** Wants the words of a recording that somebody else records, or whose sound comes over HTTP. */
  z.object({ type: z.literal('listen_for_transcript'), recordingId, uncertain: z.boolean().default(false) }),
])
export type ClientMessage = z.infer<typeof clientMessage>

export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), version: z.string() }),
  z.object({
    type: z.literal('recording_started'),
    recordingId: z.number(),
    epoch: z.number(),
    /** The first chunk of the epoch that the server does not have; the next binary frame is this one. */
    nextChunk: z.number(),
    /** Null: words come. Otherwise the reason why none do; the sound is kept all the same. */
    withoutWords: z.string().nullable(),
  }),
  /** The chunk is on the server's disk, and synced. */
  z.object({
    type: z.literal('chunk_received'),
    /** Bytes of this chunk; of all the epoch's, and how many those are. */
    chunkSize: z.number(),
    totalChunks: z.number(),
    totalBytes: z.number(),
    recordingId: z.number(),
    epoch: z.number(),
    /** All of the epoch's chunks before this one are safe. */
    nextChunk: z.number(),
  }),
  z.object({ type: z.literal('recording_stopped'), recordingId: z.number() }),
  /** To the page that records it: a person has ended it somewhere else. What the page still sends joins it. */
  z.object({ type: z.literal('recording_ended'), recordingId: z.number(), endedAt: z.string() }),
  /** Words that two passes agree on, and that are never taken back; only new ones. */
  z.object({
    type: z.literal('transcript_segment'),
    recordingId: z.number(),
    text: z.string(),
    /** Seconds from the start of the recording; the same as `start`. */
    timestamp: z.number(),
    /** Tells it from another with the same words. */
    id: z.string(),
    start: z.number(),
    end: z.number(),
    /** The bundled model wrote it. */
    bundled: z.boolean(),
  }),
  /** What was heard after the last segment and may still change; each takes the place of the one before, '' takes it away. */
  z.object({
    type: z.literal('transcript_uncertain'),
    recordingId: z.number(),
    text: z.string(),
    start: z.number(),
    end: z.number(),
  }),
  /** Live text is so many seconds behind the sound; 0: on time again. Sent when it changes. */
  z.object({ type: z.literal('transcript_behind'), recordingId: z.number(), seconds: z.number() }),
  /** Live text was too far behind: what was said between these is left for the accurate pass. Seconds. */
  z.object({
    type: z.literal('transcript_skipped'),
    recordingId: z.number(),
    start: z.number(),
    end: z.number(),
  }),
  z.object({
    type: z.literal('transcript_complete'),
    recordingId: z.number(),
    /** Sound that comes late leads to another one, with a higher number. */
    version: z.number(),
    text: z.string(),
    segments: z.array(segment),
    bundled: z.boolean(),
  }),
  z.object({
    type: z.literal('error'),
    message: z.string(),
    code: z.enum(errorCodes),
    recordingId: z.number().nullable(),
  }),
  z.object({ type: z.literal('pong'), timestamp }),
  z.object({ type: z.literal('heartbeat'), timestamp: z.number() }),
])
export type ServerMessage = z.infer<typeof serverMessage>
