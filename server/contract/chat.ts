import { z } from 'zod'
import { route } from './route.ts'
import { passage } from './search.ts'

/** A passage that an answer rests on, by the number that stands in the answer: "[1]". */
export const citation = passage.extend({
  number: z.number(),
  /** Of the knowledge base: what of the entry is from reports of the law, not from its text; null: nothing. */
  reported: z.string().nullable().default(null),
})
export type Citation = z.infer<typeof citation>

export const answerOrigins = ['model', 'passages', 'none', 'preparing', 'stopped', 'failed'] as const

/** The end of an answer that somebody stopped. */
export const stoppedWords = 'This answer was stopped before it was finished.'

/** The specification's, to the letter. */
export const troubleWords = "I apologize, but I'm having trouble processing your request."

export const chatMessage = z.object({
  id: z.number(),
  sender: z.enum(['user', 'assistant']),
  text: z.string(),
  /** ISO 8601, UTC. */
  timestamp: z.string(),
  citations: z.array(citation),
  /**
   * `passages`: what was found, without a language model; `none`: nothing supports an answer; `preparing`: nothing does yet,
   * and the search is still being prepared; `stopped` and `failed`: what had come of it, and why there is no more. Null for a
   * person's words.
   */
  origin: z.enum(answerOrigins).nullable(),
  /** Parts of the text that nothing cited bears out: figures and quotations that stand nowhere in it, sentences without a source. */
  unsupported: z.array(z.string()),
})
export type ChatMessage = z.infer<typeof chatMessage>

export const chatSession = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ChatSession = z.infer<typeof chatSession>

/** As the specification spells them, here with an s … */
const senders = {
  user_id: z.coerce.number().int().positive(),
  organisation_id: z.coerce.number().int().positive(),
  /** Left empty, none is given. */
  session_id: z
    .string()
    .max(100)
    .optional()
    .transform((id) => id || undefined),
}

/**
 * One question, one answer; bearer key. What goes wrong with the answer itself is told with 200, `success` false and
 * `error`; the session is made where none is given.
 */
export const askClara = route({
  method: 'POST',
  path: '/api/chat',
  access: 'person',
  query: z.object(senders),
  body: z.object({ message: z.string().trim().min(1).max(8000) }),
  response: z.object({
    success: z.boolean(),
    response_content: z.string(),
    session_info: z.object({ session_id: z.string() }),
    error: z.string().nullable(),
    /** Beside the specified fields. */
    message: chatMessage.nullable(),
  }),
})

/**
 * The same, told as it is written: NDJSON lines of `chatEvent`. A client that goes away stops it.
 */
export const streamClara = route({
  method: 'POST',
  path: '/api/chat/stream',
  access: 'person',
  query: z.object(senders),
  body: z.object({ message: z.string().trim().min(1).max(8000) }),
})

export const chatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), sessionId: z.string(), question: chatMessage }),
  /** What was found; the answer's numbers mean these. */
  z.object({ type: z.literal('citations'), citations: z.array(citation) }),
  /** The model has yet to begin: speech goes first on this machine. What follows says how it went on. */
  z.object({ type: z.literal('waiting'), work: z.enum(['recording', 'transcription']) }),
  z.object({ type: z.literal('text'), text: z.string() }),
  /** What came of the text is void: the answer begins again. */
  z.object({ type: z.literal('restart') }),
  z.object({ type: z.literal('done'), message: chatMessage }),
  z.object({
    type: z.literal('error'),
    message: z.string(),
    code: z.string(),
    /** What is kept of the answer; null: the conversation has gone. */
    kept: chatMessage.nullable(),
  }),
])
export type ChatEvent = z.infer<typeof chatEvent>

/** … and here with a z. */
export const listChatSessions = route({
  method: 'GET',
  path: '/api/chat/sessions',
  access: 'person',
  query: z.object({
    user_id: z.coerce.number().int().positive(),
    organization_id: z.coerce.number().int().positive(),
  }),
  response: z.object({ success: z.boolean(), sessions: z.array(chatSession) }),
})

export const getChatSession = route({
  method: 'GET',
  path: '/api/chat/sessions/:session',
  access: 'person',
  params: z.object({ session: z.string().max(100) }),
  response: z.object({ session: chatSession, messages: z.array(chatMessage) }),
})

export const deleteChatSession = route({
  method: 'DELETE',
  path: '/api/chat/sessions/:session',
  access: 'person',
  params: z.object({ session: z.string().max(100) }),
  response: z.object({ success: z.boolean() }),
})

/** Ends the answer that is being written: what had come of it is kept, and told as its end. `success`: there was one. */
export const stopAnswer = route({
  method: 'POST',
  path: '/api/chat/sessions/:session/stop',
  access: 'person',
  act: null, // it changes nothing
  params: z.object({ session: z.string().max(100) }),
  response: z.object({ success: z.boolean() }),
})

/** The key that the page sends with the calls above; behind the gate. */
export const getChatKey = route({
  method: 'GET',
  path: '/api/chat/key',
  access: 'person',
  response: z.object({ key: z.string() }),
})

/** An entry of the built-in knowledge base. */
export const knowledgeEntry = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** "Companies Act 2006, section 172" */
  section: z.string(),
  /** Where the law or the guidance itself stands. */
  source: z.url({ protocol: /^https$/ }),
  /** When it was last compared; a date. */
  checked: z.iso.date(),
  /** Against what. */
  how: z.string(),
  /** What of it is from reports of the law, and was not compared with its text; null: nothing. */
  reported: z.string().nullable().default(null),
})
export type KnowledgeEntry = z.infer<typeof knowledgeEntry>

export const getKnowledge = route({
  method: 'GET',
  path: '/api/knowledge/:entry',
  access: 'person',
  params: z.object({ entry: z.string().max(100) }),
  response: knowledgeEntry,
})
