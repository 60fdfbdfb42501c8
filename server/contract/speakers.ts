import { z } from 'zod'
import { jobView } from './jobs.ts'
import { changes, idParams, reads, route } from './route.ts'
import { transcript } from './transcripts.ts'

/** What somebody's name was guessed from. `language`: a language model's reading, held against what was said. */
export const nameRules = ['introduction', 'thanks', 'handover', 'roll_call', 'language'] as const

/** The voice is like one that was remembered. */
export const voiceEvidence = z.object({
  voiceId: z.number(),
  rememberedAt: z.string(),
  /** Cosine of the two prints, at most 1. */
  similarity: z.number(),
})

export const nameEvidence = z.object({
  /** Of the version that the answer is about. */
  segmentId: z.number(),
  /** Seconds from the start of the recording. */
  start: z.number(),
  /** The sentence itself. */
  quote: z.string(),
  rule: z.enum(nameRules),
})
export type NameEvidence = z.infer<typeof nameEvidence>

export const nameGuess = z.object({
  name: z.string(),
  /** 0 to 1. */
  confidence: z.number(),
  evidence: z.array(nameEvidence),
  /** Beside or instead of what is said; null: no known voice is like this one. */
  voice: voiceEvidence.nullable(),
})
export type NameGuess = z.infer<typeof nameGuess>

/**
 * `confirmed`: a person has said so, or the text itself names them; `certain`: guessed beyond doubt, and used until a person
 * says otherwise; `guessed`: waits for a person; `unknown`: nothing points to a name.
 */
export const speakerStates = ['confirmed', 'certain', 'guessed', 'unknown'] as const

export const speaker = z.object({
  /** As segments bear it: "Speaker 1". */
  label: z.string(),
  /** Null where it is not known, or only guessed. */
  name: z.string().nullable(),
  state: z.enum(speakerStates),
  /** The most likely first; none once a name is confirmed. */
  guesses: z.array(nameGuess),
  speakingSeconds: z.number(),
  /** 0 to 1, of all that is said by somebody; by words where a text has no times. */
  share: z.number(),
  /** Seconds and share follow from a text's times of lines, or from its words alone: nobody has heard when they stop. */
  estimated: z.boolean(),
  /** How often they begin to speak. */
  turns: z.number(),
})
export type Speaker = z.infer<typeof speaker>

/** Who speaks in the current version, by label. */
export const listSpeakers = route({
  method: 'GET',
  path: '/api/recordings/:id/speakers',
  access: reads('recording'),
  params: idParams,
  response: z.object({
    version: z.number(),
    speakers: z.array(speaker),
    /** The version that undoing leads back to; null where the last change was none of speakers. */
    undo: z.number().nullable(),
    /** The language model's look for names, under way, failed or cancelled; null: done, or there was none. */
    analysis: jobView.nullable(),
  }),
})

/** Has the language model look for names (again). 409 `in_progress` while who says what is still being found out. */
export const analyseSpeakers = route({
  method: 'POST',
  path: '/api/recordings/:id/speakers/analyse',
  access: changes('recording'),
  params: idParams,
  response: z.object({ success: z.boolean() }),
})

const label = z.string().trim().min(1).max(200)
/** The version that was changed: 409 `stale_version` when another one has come since. */
const basedOn = z.number().int().nonnegative()

/** Confirms a guess, or names a speaker otherwise; null takes the name away. A new version, like each of these. */
export const nameSpeaker = route({
  actWhen: { act: 'recording.nameRemoved', is: ({ body }) => !body.name },
  method: 'POST',
  path: '/api/recordings/:id/speakers/name',
  access: changes('recording'),
  params: idParams,
  body: z.object({ label, name: z.string().trim().max(200).nullable(), basedOn }),
  response: transcript,
})

/** Two labels are one person: what `from` says is said by `into`. */
export const mergeSpeakers = route({
  method: 'POST',
  path: '/api/recordings/:id/speakers/merge',
  access: changes('recording'),
  params: idParams,
  body: z.object({ from: label, into: label, basedOn }),
  response: transcript,
})

/** One label is two people: from this segment on it is a new speaker. */
export const splitSpeaker = route({
  method: 'POST',
  path: '/api/recordings/:id/speakers/split',
  access: changes('recording'),
  params: idParams,
  body: z.object({ label, fromSegmentId: z.number().int().positive(), basedOn }),
  response: transcript,
})

/** Gives segments to another speaker; null: to a new one. */
export const assignSegments = route({
  method: 'POST',
  path: '/api/recordings/:id/speakers/assign',
  access: changes('recording'),
  largeBody: true, // hours of passages
  params: idParams,
  body: z.object({
    segmentIds: z.array(z.number().int().positive()).min(1).max(20_000),
    to: label.nullable(),
    basedOn,
  }),
  response: transcript,
})

/** "Not this": the name is not guessed for the speaker again. */
export const dismissGuess = route({
  method: 'POST',
  path: '/api/recordings/:id/speakers/dismiss',
  access: changes('recording'),
  params: idParams,
  body: z.object({ label, name: label, basedOn }),
  response: transcript,
})

/** Brings back the version before the last change of speakers. 409 `not_undoable` where that was another change. */
export const undoSpeakers = route({
  method: 'POST',
  path: '/api/recordings/:id/speakers/undo',
  access: changes('recording'),
  params: idParams,
  body: z.object({ basedOn }),
  response: transcript,
})
