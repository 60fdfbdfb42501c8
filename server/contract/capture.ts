import { z } from 'zod'
import { idParams, owns, reads, route } from './route.ts'

/**
 * Seconds since the recording began by the page's clock, without the pauses that the person made. At the start of an epoch
 * and at the end it says how much was not captured: a microphone that was gone, a laptop asleep.
 */
export const elapsed = z.coerce.number().min(0).max(1_000_000)
/** How long the person had paused in all by the page's clock when an epoch began, in seconds. */
export const paused = elapsed
/** Sound that was not captured, or a pause that the person made; both in seconds, `at` in the time of the recording that there is. */
export const gap = z.object({ at: z.number(), length: z.number() })
export type Gap = z.infer<typeof gap>

/**
 * Who records just now. `coming`: its sound comes; `quiet`: the recorder is there and sends none (a pause); `missing`: it has
 * given no sign of life for 8 seconds, so its page or its line may be gone; `unheard`: nobody has been heard for 25 seconds, so
 * it is not finished.
 */
export const captureNow = z.object({
  state: z.enum(['coming', 'quiet', 'missing', 'unheard']),
  /** Seconds since its recorder was last heard, when this was asked; null unless it is missing or unheard. */
  unheardFor: z.number().nullable(),
  /** Of sound that is safe here; null until some has been read. */
  seconds: z.number().nullable(),
})
export type CaptureNow = z.infer<typeof captureNow>

/**
 * Its end may be missing: it ended while the page that recorded it may have had sound that it had not sent, which joins it
 * when it comes. `person`: somebody ended it on another page or device; `silence`: nothing had come for a while.
 */
export const openEnd = z.object({
  at: z.string(),
  how: z.enum(['person', 'silence']),
  /** The person's name; null: nobody did, or they have been removed. */
  by: z.string().nullable(),
})
export type OpenEnd = z.infer<typeof openEnd>

/** A recorder that was heard this recently, in seconds, is still at it; after that another one may go on with the recording. */
export const heldSeconds = 15

/** A recording that nobody finished cannot be deleted while its recorder may still be at it: for so many seconds. */
export const keptUnheardSeconds = 600

/** How a recording was made, and whether all of it is there. */
export const captureFacts = z.object({
  startedAt: z.string(),
  /** The person's name; null when they have been removed. */
  startedBy: z.string().nullable(),
  /** Whether those present were told that they are recorded; null: nobody said. */
  peopleTold: z.boolean().nullable(),
  /** Who said so last, and when; null: nobody said anything, that was not kept, or they have been removed. */
  toldBy: z.string().nullable(),
  toldAt: z.string().nullable(),
  /** All that was said of it, in order. */
  statements: z.array(z.object({ told: z.boolean(), by: z.string().nullable(), at: z.string() })),
  /** Seconds by the page's clock, of sound that came, and of those the ones that have been transcribed. */
  elapsed: z.number().nullable(),
  captured: z.number(),
  transcribed: z.number(),
  gaps: z.array(gap),
  /** Where the person paused; nothing is missing there. */
  pauses: z.array(gap),
  /** Where a part begins that another device recorded at the same time, and for how long it did. */
  takes: z.array(gap),
  /** While its status is `recording`; null until that has been looked at. */
  now: captureNow.nullable(),
  /** Null: all that was recorded has come, as far as is known. */
  openEnd: openEnd.nullable(),
})
export type CaptureFacts = z.infer<typeof captureFacts>

/**
 * The recorder over HTTP. A MediaRecorder instance is an epoch (only its first chunk has the header); its chunks are
 * numbered from 0. A chunk is on disk and synced before it is acknowledged; one that comes twice counts once; one that
 * leaves a gap is refused with 409 `chunk_gap` and what is expected next.
 */
const chunkParams = z.object({
  id: z.coerce.number().int().positive(),
  epoch: z.coerce.number().int().min(0).max(9999),
  number: z.coerce.number().int().min(0).max(1_000_000),
})

/** What has been kept of a recording's sound. */
export const captureState = z.object({
  /** False once it takes no more sound. */
  open: z.boolean(),
  /** When a person ended it: what still comes joins it, and does not open it again. */
  endedAt: z.string().nullable(),
  bytes: z.number(),
  epochs: z.array(
    z.object({
      epoch: z.number(),
      mimeType: z.string(),
      nextChunk: z.number(),
      bytes: z.number(),
      /** By the page's clock when it began, in seconds; null: it did not say. */
      elapsed: z.number().nullable(),
      paused: z.number().nullable(),
    }),
  ),
  /** Seconds since the newest sound came; null: none has, or it has been joined. */
  quietFor: z.number().nullable(),
})
export type CaptureState = z.infer<typeof captureState>

/** Raw body; Content-Type is the MediaRecorder's. */
export const putChunk = route({
  act: null,
  method: 'PUT',
  path: '/api/recordings/:id/epochs/:epoch/chunks/:number',
  access: owns('recording'),
  params: chunkParams,
  query: z.object({
    /** As in the socket's `start_recording`. */
    recorder: z.string().min(8).max(100).optional(),
    /** When the epoch began; with its first chunk. */
    elapsed: elapsed.optional(),
    /** The epoch's first seconds up to here are there for its header alone; with its first chunk. */
    from: elapsed.optional(),
    paused: paused.optional(),
  }),
  rawBody: true,
  /** `nextChunk`: all before it are safe; `endedAt`: as in `captureState`. */
  response: z.object({ nextChunk: z.number(), bytes: z.number(), endedAt: z.string().nullable() }),
})

export const getCapture = route({
  method: 'GET',
  path: '/api/recordings/:id/capture',
  access: reads('recording'),
  params: idParams,
  query: z.object({
    /** As in `putChunk`; of the page that records: it is there, though it has no sound to send in a pause. */
    recorder: z.string().min(8).max(100).optional(),
    /** How long it has paused in all, with the pause that lasts: should another device go on, that was no gap. */
    paused: paused.optional(),
  }),
  response: captureState,
})

/** Goes on with a recording that a person has ended, before any sound is sent. Nothing changes while it is being recorded. */
export const reopenCapture = route({
  method: 'POST',
  path: '/api/recordings/:id/capture/reopen',
  access: owns('recording'),
  params: idParams,
  body: z.object({ recorder: z.string().min(8).max(100) }),
  response: captureState,
})

/**
 * The specification's binary upload: the whole sound (audio/webm) as the body. It closes what came in chunks, and the
 * fuller copy wins; with an empty body it only closes; alone it still works.
 */
export const binaryUpload = route({
  method: 'POST',
  path: '/api/binary-upload/:id',
  access: owns('recording'),
  params: idParams,
  query: z.object({
    elapsed: elapsed.optional(),
    /** Of the page that recorded it, which says so that it has sent all; anybody else's end waits for what it had not sent. */
    recorder: z.string().min(8).max(100).optional(),
  }),
  rawBody: true,
  response: z.object({ success: z.boolean(), id: z.number(), bytes: z.number() }),
})
