import { z } from 'zod'
import { gap } from './capture.ts'
import { changes, idParams, reads, route } from './route.ts'

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
  /** Somebody else spoke meanwhile. */
  overlap: z.boolean().optional(),
})
export type Segment = z.infer<typeof segment>

export const attendee = z.object({
  speakerId: z.string(),
  name: z.string(),
  role: z.string().optional(),
  email: z.string().optional(),
})
export type Attendee = z.infer<typeof attendee>
export const location = z.object({
  type: z.enum(['online', 'physical']),
  name: z.string(),
  url: z.string().optional(),
  address: z.string().optional(),
  placeId: z.string().optional(),
})
export type Location = z.infer<typeof location>

/**
 * `speakers`: the version before, with who said what; `naming`: the words of the version before, with other speakers or
 * names of speakers.
 */
export const transcriptOrigins = ['run', 'edit', 'upload', 'restore', 'speakers', 'naming'] as const

/** `none`: not asked for, or not yet. */
export const diarisationStates = ['none', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** How telling the speakers apart went; what it made stays when a later try fails. */
export const diarisation = z.object({
  /** There is sound, and speakers are told apart on this appliance: a person may ask for it. */
  available: z.boolean(),
  state: z.enum(diarisationStates),
  /** Why it failed: `memory_short`, `model_damaged` … */
  code: z.string().nullable(),
  /** The same as a sentence. */
  reason: z.string().nullable(),
  /** How many were found; null: it has not been done. */
  speakers: z.number().nullable(),
  /** How many there should be, as a person said; null: nobody did. */
  asked: z.number().nullable(),
  /** How many people are on the saved list of attendees: no more are found unasked; null: it does not say. */
  listed: z.number().nullable(),
  /** `channels`: each of two speakers has a channel of their own. */
  by: z.enum(['voices', 'channels']).nullable(),
  /** The bundled models told them apart, which know synthetic voices alone. */
  bundled: z.boolean(),
})
export type Diarisation = z.infer<typeof diarisation>

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
  /** How this version came to be. */
  origin: z.enum(transcriptOrigins).nullable(),
  /** A later run that waits for a person to choose it, since this version was edited or uploaded. */
  candidate: z
    .object({ version: z.number(), model: z.string().nullable(), createdAt: z.string() })
    .nullable(),
  /**
   * False while pieces are still being transcribed (`segments` then holds what is done so far), and where more sound has
   * come than it was made of.
   */
  complete: z.boolean(),
  bundled: z.boolean(),
  model: z.string().nullable(),
  language: z.string().nullable(),
  /** What was not captured; shown where it is missing, and in every export. */
  gaps: z.array(gap),
  /** Where the person paused; shown there too. */
  pauses: z.array(gap),
  /** As in the capture's facts: recorded on another device at the same time. */
  takes: z.array(gap),
  diarisation,
})
export type Transcript = z.infer<typeof transcript>

/** Many times a day of talk. Beyond it is no meeting, and computing it would keep everybody waiting. */
export const textLimits = { characters: 8_000_000, lines: 50_000, speakers: 500, names: 100 } as const

const content = z
  .string()
  .max(
    textLimits.characters,
    'The text is longer than 8 MB. Divide it, and add each part as its own recording.',
  )

export const getTranscript = route({
  actWhen: { act: 'recording.transcriptExported', is: ({ query }) => query.download === 'true' },
  method: 'GET',
  path: '/api/recordings/:id/transcript',
  access: reads('recording'),
  params: idParams,
  query: z.object({
    /** `true` answers text/plain as an attachment. */
    download: z.enum(['true', 'false']).optional(),
    /** An earlier version; without it the current one. */
    version: z.coerce.number().int().positive().optional(),
    t: z.string().optional(),
  }),
  response: transcript,
})

/** When the meeting was, told along with its text: both are saved, or neither. */
const meetingDate = z.iso.datetime({ offset: true }).optional()

/** Attaches a text where there is none yet (409 `transcript_exists` otherwise). */
export const attachTranscript = route({
  method: 'POST',
  path: '/api/recordings/:id/transcript',
  access: changes('recording'),
  largeBody: true,
  params: idParams,
  body: z.object({
    content,
    meetingDate,
    recordingId: z.coerce.number().optional(),
  }),
  response: transcript,
})

/** Replaces the text by a new version; lines that did not change keep their times and words. */
export const putTranscript = route({
  method: 'PUT',
  path: '/api/recordings/:id/transcript',
  access: changes('recording'),
  largeBody: true,
  params: idParams,
  body: z.object({
    content,
    /** The version that was edited: 409 `stale_version` when another one has come since. */
    basedOn: z.number().int().nonnegative().optional(),
    meetingDate,
  }),
  response: transcript,
})

/** Changes the words of one segment; its times stay. A new version. */
export const editSegment = route({
  method: 'PATCH',
  path: '/api/recordings/:id/transcript/segments/:segmentId',
  access: changes('recording'),
  params: z.object({
    id: z.coerce.number().int().positive(),
    segmentId: z.coerce.number().int().positive(),
  }),
  body: z.object({ text: z.string().trim().min(1).max(20_000), basedOn: z.number().int() }),
  response: transcript,
})

export const transcriptVersion = z.object({
  version: z.number(),
  origin: z.enum(transcriptOrigins),
  /** What a person did to its speakers: "Speaker 2 named Bob", "Speaker 3 merged into Bob". */
  named: z.string().nullable(),
  model: z.string().nullable(),
  language: z.string().nullable(),
  bundled: z.boolean(),
  /** Who edited, uploaded or restored it; null for a run. */
  person: z.string().nullable(),
  words: z.number(),
  createdAt: z.string(),
  current: z.boolean(),
})
export type TranscriptVersion = z.infer<typeof transcriptVersion>

export const listVersions = route({
  method: 'GET',
  path: '/api/recordings/:id/transcript/versions',
  access: reads('recording'),
  params: idParams,
  response: z.array(transcriptVersion),
})

/** Makes an earlier version (or a run that waits) the current one: as a new version, so nothing is lost. */
export const restoreVersion = route({
  method: 'POST',
  path: '/api/recordings/:id/transcript/restore',
  access: changes('recording'),
  params: idParams,
  body: z.object({
    version: z.number().int().positive(),
    /** The current version as the person saw it: 409 `stale_version` when another one has come since. */
    basedOn: z.number().int().nonnegative().optional(),
  }),
  response: transcript,
})

export const retryTranscription = route({
  method: 'POST',
  path: '/api/recordings/:id/retry-transcription',
  access: changes('recording'),
  params: idParams,
  response: z.object({ success: z.boolean(), message: z.string() }),
})

/** "Transcribe again", with another model or language if so wished. */
export const transcribeAgain = route({
  method: 'POST',
  path: '/api/recordings/:id/transcribe',
  access: changes('recording'),
  params: idParams,
  body: z.object({
    /** Id of an installed model; without it the one in use. */
    model: z.string().max(64).optional(),
    /** A code that whisper.cpp knows, or `auto`. */
    language: z
      .string()
      .regex(/^(auto|[a-z]{2,3})$/)
      .optional(),
    /** The person has agreed that the run takes the place of an edited version. */
    replaceEdited: z.boolean().default(false),
  }),
  response: z.object({ success: z.boolean(), message: z.string() }),
})

/** Tells the speakers apart (again). */
export const diarise = route({
  method: 'POST',
  path: '/api/recordings/:id/diarise',
  access: changes('recording'),
  params: idParams,
  body: z.object({
    /** How many there are; without it it is found out, and no more than there are saved attendees. */
    speakers: z.number().int().min(1).max(50).optional(),
    /** The person has agreed that speakers in an edited version are replaced. */
    replaceEdited: z.boolean().default(false),
  }),
  response: z.object({ success: z.boolean(), message: z.string() }),
})

/** Who spoke when, overlaps kept; empty as long as nobody knows. Seconds. */
export const listTurns = route({
  method: 'GET',
  path: '/api/recordings/:id/turns',
  access: reads('recording'),
  params: idParams,
  response: z.array(z.object({ speaker: z.string(), start: z.number(), end: z.number() })),
})

/** What "Transcribe again" may choose from: for everybody, unlike the administrators' list of models. */
export const listTranscriptionChoices = route({
  method: 'GET',
  path: '/api/transcription/choices',
  access: 'person',
  response: z.object({
    models: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        multilingual: z.boolean(),
        bundled: z.boolean(),
        active: z.boolean(),
      }),
    ),
    language: z.string(),
  }),
})

/** Speakers that a text names, by the specification's rule. */
export const analyzeTranscript = route({
  method: 'POST',
  path: '/api/transcript/analyze',
  access: 'person',
  act: null, // it changes nothing
  largeBody: true,
  body: z.object({ content }),
  response: z.object({ speakers: z.array(z.string()), speakerMap: z.record(z.string(), z.string()) }),
})

/** Puts names in the place of speakers' labels. */
export const processTranscript = route({
  method: 'POST',
  path: '/api/transcript/process',
  access: 'person',
  act: null, // it changes nothing
  largeBody: true,
  body: z.object({
    content,
    speakerMap: z
      .record(z.string().max(200), z.string().max(200))
      .refine(
        (names) => Object.keys(names).length <= textLimits.names,
        `At most ${textLimits.names} names at once`,
      ),
  }),
  response: z.object({ content: z.string() }),
})

/** The text of a transcript's file, which is the body: plain text, WebVTT, SubRip or Word, whatever it is called. */
export const readTranscript = route({
  method: 'POST',
  path: '/api/transcript/read',
  access: 'person',
  act: null, // it changes nothing
  rawBody: true,
  response: z.object({ content: z.string() }),
})

/**
 * What a person says of a meeting when its sound comes: when it was, who was there, how many spoke. What is left out stays
 * as it is; who is on the list of attendees already stays there.
 */
export const aboutMeeting = z.object({
  meetingDate,
  people: z.array(z.string().trim().min(1).max(200)).max(200).optional(),
  speakers: z.number().int().min(1).max(50).optional(),
})
export type AboutMeeting = z.infer<typeof aboutMeeting>

export const putAboutMeeting = route({
  method: 'PUT',
  path: '/api/recordings/:id/about',
  access: changes('recording'),
  params: idParams,
  body: aboutMeeting,
  response: z.object({ success: z.boolean() }),
})

/** Puts other words in the place of a word wherever it stands; times and speakers stay. A new version. */
export const replaceWords = route({
  method: 'POST',
  path: '/api/recordings/:id/transcript/replace',
  access: changes('recording'),
  params: idParams,
  body: z.object({
    heard: z.string().trim().min(1).max(200),
    meant: z.string().trim().min(1).max(200),
    basedOn: z.number().int(),
  }),
  response: transcript,
})

/** Attendees and location of the recording's meeting; both are replaced. */
export const putMeetingInfo = route({
  method: 'PUT',
  path: '/api/recordings/:id/meeting-info',
  access: changes('recording'),
  params: idParams,
  body: z.object({ attendees: z.array(attendee).max(500), location: location.nullable() }),
  response: z.object({ success: z.boolean() }),
})
