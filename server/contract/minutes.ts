import { z } from 'zod'
import { jobView } from './jobs.ts'
import { changes, idParams, reads, route } from './route.ts'

/** Words of the meeting that a statement rests on; kept whole, so that it holds after later edits. Times in seconds. */
export const evidence = z.object({
  /** Version of the transcript that was read. */
  version: z.number(),
  /** Ids of that version's segments. */
  segments: z.array(z.number()).min(1),
  start: z.number(),
  end: z.number(),
  speaker: z.string().nullable(),
  quote: z.string(),
})
export type Evidence = z.infer<typeof evidence>

export const statement = z.object({
  text: z.string(),
  evidence: z.array(evidence),
})
export type Statement = z.infer<typeof statement>

export const vote = z.object({
  for: z.number().nullable(),
  against: z.number().nullable(),
  abstained: z.number().nullable(),
})
export type Vote = z.infer<typeof vote>

/** `resolution`: put and voted on, or said to be one; `decision`: agreed without that form. */
export const decision = statement.extend({
  kind: z.enum(['resolution', 'decision']),
  outcome: z.enum(['carried', 'rejected', 'deferred', 'withdrawn', 'noted']),
  vote: vote.nullable(),
  proposer: z.string().nullable(),
  seconder: z.string().nullable(),
  /** What it was made subject to. */
  condition: z.string().nullable(),
})
export type Decision = z.infer<typeof decision>

export const agreedAction = statement.extend({
  owner: z.string().nullable(),
  /** As it was said: "by Friday". */
  due: z.string().nullable(),
  /** ISO 8601 date, where what was said and the meeting's date tell it. */
  dueDate: z.string().nullable(),
})
export type AgreedAction = z.infer<typeof agreedAction>

export const conflict = statement.extend({ person: z.string().nullable() })
export type Conflict = z.infer<typeof conflict>

export const minutesItem = z.object({
  heading: z.string(),
  /** As whoever chaired it called it, "4"; '' where others were called so and this one was not; absent: by its place. */
  number: z.string().optional(),
  discussion: z.array(statement),
  decisions: z.array(decision),
  actions: z.array(agreedAction),
  conflicts: z.array(conflict),
})
export type MinutesItem = z.infer<typeof minutesItem>

/** Why a statement is to be checked, and the words for it. */
export const reasonText = {
  unclear: 'The rules could not tell whether this was settled.',
  question: 'It was asked; whether all agreed is not clear.',
  dissent: 'Somebody spoke against it, and no vote was told.',
  outcome: 'It is not clear how it ended.',
  counts: 'The outcome and the votes that were told do not agree.',
  joke: 'Somebody laughed: it may have been a joke.',
  unsure_words: 'The speech engine was not sure of these words.',
  no_owner: 'No owner named.',
  model_only: 'The language model says so; the rules did not find it.',
  rules_only: 'The rules found it; the language model does not agree.',
} as const
export type Reason = keyof typeof reasonText

/** Doubtful, or said to be so by whoever wrote it: never shown as fact. */
export const doubtful = statement.extend({
  kind: z.enum(['decision', 'action', 'conflict', 'discussion', 'date', 'purpose']),
  /** Why, as a sentence. */
  why: z.string(),
  /** The same as a code; absent in minutes that were made before there were any. */
  reason: z.enum(Object.keys(reasonText) as [Reason, ...Reason[]]).optional(),
  /** As the language model reads it, where it and the rules differ. */
  otherReading: z.string().optional(),
  /** What was said speaks against it: it is there to be seen, and cannot be kept as it is. Absent: a person may keep it. */
  refuted: z.boolean().optional(),
  /** Nothing that was said there says it: it is on no list of actions until a person keeps it. */
  unsaid: z.boolean().optional(),
  /** Index of the item that it belongs to; null: to none. */
  item: z.number().nullable(),
  /** What it becomes when a person keeps it. */
  decision: decision.nullable(),
  action: agreedAction.nullable(),
  conflict: conflict.nullable(),
})
export type Doubtful = z.infer<typeof doubtful>

export const minutesContent = z.object({
  purpose: statement.nullable(),
  present: z.array(
    z.object({
      name: z.string(),
      role: z.string().nullable(),
      /** There, and no member of the body that meets: an adviser, an observer. */
      inAttendance: z.boolean().optional(),
    }),
  ),
  apologies: z.array(statement),
  items: z.array(minutesItem),
  nextMeeting: statement.extend({ date: z.string().nullable() }).nullable(),
  toCheck: z.array(doubtful),
  /** It is in a language without cues, and no language model has read it: passages are all that there is. */
  passagesAlone: z.boolean().optional(),
})
export type MinutesContent = z.infer<typeof minutesContent>

/**
 * `rules`: by extraction, without a language model; `model`: by the language model; `checked`: by either, and a person has
 * kept or dropped what was to be checked; `edit`: a person has changed the words, or written them. The last two are a
 * person's: nothing that is made by itself takes their place.
 */
export const minutesOrigins = ['rules', 'model', 'checked', 'edit'] as const

/** Who writes minutes. */
export const summaryEngines = ['rules', 'model'] as const

export const minutes = z.object({
  id: z.number(),
  recordingId: z.number(),
  /** Counts from 1 for each recording. */
  version: z.number(),
  origin: z.enum(minutesOrigins),
  /** Name of the language model; null where none took part. */
  model: z.string().nullable(),
  template: z.string(),
  /** Markdown: what the recording's `summary` is. */
  markdown: z.string(),
  /** Null for the words of a person that were never made from a transcript. */
  content: minutesContent.nullable(),
  /** What lines of the Markdown (from 0) rest on; a line that a person has changed rests on nothing. */
  lines: z.array(z.object({ line: z.number(), evidence: z.array(evidence) })),
  /** The transcript's version that was read; null: none was. */
  transcriptVersion: z.number().nullable(),
  /** The transcript is another one by now. */
  stale: z.boolean(),
  /** Why the rules wrote them and not the language model that is there; or which part it could not write. In sentences. */
  failure: z.string().nullable(),
  createdAt: z.string(),
  /** Who made this version: wrote or asked for it, brought it back; null: made by itself. */
  person: z.string().nullable(),
  /** What wrote the words first; null: a person. */
  writtenBy: z.enum(summaryEngines).nullable(),
  /** Who changed the words since, and who kept or dropped what was to be checked, the last of each; null: nobody. */
  editedBy: z.string().nullable(),
  checkedBy: z.string().nullable(),
  /** The meeting's date is another one by now: what counts from it ("by Friday") may be too. */
  dateChanged: z.boolean(),
})
export type Minutes = z.infer<typeof minutes>

export const minutesVersion = minutes
  .pick({
    version: true,
    origin: true,
    model: true,
    template: true,
    createdAt: true,
    person: true,
    writtenBy: true,
    editedBy: true,
    checkedBy: true,
    failure: true,
  })
  .extend({
    current: z.boolean(),
    /** Written by itself since a person edited the current one, or by rules where the model's are there; waits to be chosen. */
    offered: z.boolean(),
  })
export type MinutesVersion = z.infer<typeof minutesVersion>

const templateId = z.string().regex(/^[a-z0-9-]{1,64}$/)

export const getMinutes = route({
  method: 'GET',
  path: '/api/recordings/:id/minutes',
  access: reads('recording'),
  params: idParams,
  query: z.object({ version: z.coerce.number().int().positive().optional() }),
  response: z.object({
    minutes: minutes.nullable(),
    versions: z.array(minutesVersion),
    /** While they are being written, else the last try when it failed. */
    job: jobView.nullable(),
    /** What the language model has written of them so far, an item after the other. */
    sofar: z.array(z.object({ heading: z.string(), text: z.string() })),
    /** Which template the meeting takes: as a person chose it last, else by its title. */
    template: z.string(),
  }),
})
export type MinutesAnswer = z.infer<typeof getMinutes.response>

/** What would write minutes now, and its model's name. Apart from the minutes: it is asked for over the network. */
export const getSummaryEngine = route({
  method: 'GET',
  path: '/api/minutes/engine',
  access: 'person',
  response: z.object({ engine: z.enum(summaryEngines), model: z.string().nullable() }),
})

/** An earlier version becomes the newest, as a version of its own. */
export const restoreMinutes = route({
  method: 'POST',
  path: '/api/recordings/:id/minutes/restore',
  access: changes('recording'),
  params: idParams,
  body: z.object({ version: z.number().int().positive() }),
  response: minutes,
})

/**
 * What is doubtful: `keep` makes it a statement like the others, in the words of `text` where a person gives it others, else
 * it goes. A version of its own.
 * 409 `statement_refuted`: what was said speaks against what was to be kept.
 */
export const judgeDoubtful = route({
  method: 'POST',
  path: '/api/recordings/:id/minutes/check',
  access: changes('recording'),
  params: idParams,
  body: z.object({
    version: z.number().int().positive(),
    index: z.number().int().min(0),
    keep: z.boolean(),
    text: z.string().trim().min(1).max(2000).optional(),
  }),
  response: minutes,
})

/**
 * Has the minutes written: by the language model when there is one, else by rules. Answers when it is done, with what was
 * written, or with what stays before it; while the same is being written already, that work is waited for.
 * 404 `no_transcript`, 409 `cancelled`, 409 `in_progress` when the appliance stops meanwhile: the work goes on when it is
 * back.
 */
export const createSummary = route({
  method: 'POST',
  path: '/api/recordings/:id/summary',
  access: changes('recording'),
  params: idParams,
  body: z.object({ template: templateId.optional() }).optional(),
  response: z.object({
    summary: z.string(),
    engine: z.enum(summaryEngines),
    version: z.number(),
    template: z.string(),
    /** Why the language model did not write them, or which part of them; null: it wrote all, or there is none. */
    failure: z.string().nullable(),
    /** What is there stays, and is answered with: the version that was made instead and waits to be chosen. */
    offered: z.number().nullable(),
  }),
})

export const minutesTemplate = z.object({
  id: z.string(),
  name: z.string(),
  /** For which meetings, in a sentence. */
  description: z.string(),
  /** One that was edited here takes the place of the appliance's own. */
  edited: z.boolean(),
  /** What is wrong with the file that was edited, as a sentence: until it is mended the appliance's own is used. */
  problem: z.string().nullable(),
  /** False: something is wrong with it, and the appliance has none of this name. */
  usable: z.boolean(),
})

export type MinutesTemplate = z.infer<typeof minutesTemplate>

export const listTemplates = route({
  method: 'GET',
  path: '/api/minutes/templates',
  access: 'person',
  response: z.array(minutesTemplate),
})

/** How an example of minutes comes out with this text. 400 `invalid_input` says what is wrong with it. */
export const previewTemplate = route({
  method: 'POST',
  path: '/api/minutes/templates/preview',
  access: 'administrator',
  act: null, // it changes nothing
  body: z.object({ text: z.string().max(100_000) }),
  response: z.object({ markdown: z.string() }),
})

export const getTemplate = route({
  method: 'GET',
  path: '/api/minutes/templates/:id',
  access: 'administrator',
  params: z.object({ id: templateId }),
  response: minutesTemplate.extend({ text: z.string() }),
})

/** '' brings the appliance's own back. 400 `invalid_input` says what is wrong with it. */
export const putTemplate = route({
  method: 'PUT',
  path: '/api/minutes/templates/:id',
  access: 'administrator',
  params: z.object({ id: templateId }),
  body: z.object({ text: z.string().max(100_000) }),
  response: minutesTemplate.extend({ text: z.string() }),
})
