import { z } from 'zod'
import { route } from './route.ts'

/** What can be found: words said in a meeting, its minutes, a document, the facts of a company, an entry of the built-in knowledge base. */
export const searchKinds = [
  'transcript',
  'minutes',
  'meeting',
  'document',
  'company',
  'profile',
  'knowledge',
  'action',
  'news',
] as const
export type SearchKind = (typeof searchKinds)[number]

export const passage = z.object({
  kind: z.enum(searchKinds),
  /** Of the recording, document or entry. */
  sourceId: z.string(),
  title: z.string(),
  /** When the meeting was, or the entry was checked. ISO 8601; null: unknown. */
  date: z.string().nullable(),
  text: z.string(),
  /** When it was said, in seconds from the start; null where nobody knows. */
  at: z.number().nullable(),
  /** Of a document; from 1. */
  page: z.number().nullable(),
  speaker: z.string().nullable(),
  /** Of minutes: the heading that it stands under. Answers from before this was kept have none. */
  item: z.string().nullable().default(null),
  /**
   * A path on this appliance that opens it there: at its second, or at words of it (`#said=`, `#minutes=`). Null: nothing to
   * open.
   */
  href: z.string().nullable(),
  /** Of minutes that open the meeting at a second: the path that opens the words of the minutes themselves; else null. */
  minutesHref: z.string().nullable().default(null),
})
export type Passage = z.infer<typeof passage>

export const searchAll = route({
  method: 'GET',
  path: '/api/search',
  access: 'person',
  query: z.object({
    q: z.string().trim().min(1).max(500),
    kind: z.enum(searchKinds).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: z.object({ passages: z.array(passage) }),
})

export const snippetPart = z.object({ text: z.string(), hit: z.boolean() })
export type SnippetPart = z.infer<typeof snippetPart>

export const foundEverywhere = passage.extend({
  /** The words around what was found, in parts. */
  snippet: z.array(snippetPart),
  companyId: z.number().nullable(),
})
export type FoundEverywhere = z.infer<typeof foundEverywhere>

const day = z.iso.date().optional()

/** The search of the page: words alone, narrowed by what is chosen; the best first. */
export const searchEverything = route({
  method: 'GET',
  path: '/api/search/all',
  access: 'person',
  query: z.object({
    q: z.string().trim().min(1).max(200),
    /** With commas between them. */
    kinds: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.string().pipe(z.enum(searchKinds))))
      .optional(),
    companyId: z.coerce.number().int().positive().optional(),
    speaker: z.string().trim().max(200).optional(),
    from: day,
    to: day,
    offset: z.coerce.number().int().min(0).max(400).default(0),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: z.object({
    found: z.array(foundEverywhere),
    more: z.boolean(),
    /** Those who say what was found, to choose from. */
    speakers: z.array(z.string()),
  }),
})
