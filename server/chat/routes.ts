import type Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { PassThrough } from 'node:stream'
import * as contract from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat.ts'
import { AppError } from '../errors.ts'
import type { Asked } from './answer.ts'
import type { Caller } from '../http/gate.ts'
import { toErrorBody } from '../http/errors.ts'
import { goneSignal } from '../http/client-gone.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { Log } from '../log.ts'
import type { Person } from '../people/service.ts'
import { reasonFor } from './failures.ts'
import { refusalWords } from './refusals.ts'
import { withMarks } from './statements.ts'
import { aloneInWords } from './words.ts'
import type { ChatKey, ChatService, Knowledge } from './service.ts'

type Deps = { chat: ChatService; chatKey: ChatKey; knowledge: Knowledge; log: Log }

/** All records of an appliance belong to one organisation: the number that the page is specified to send. */
const onlyOrganisation = 1

/** `1` means whoever has come in; another number than one's own is nobody's. Headers are not required, but must not contradict. */
function ownId(ctx: Context, person: Person, userId: number, organisationId: number): number {
  const own = person.id
  const header = (name: string): number[] => (ctx.get(name) === '' ? [] : [Number(ctx.get(name))])
  const users = [userId, ...header('X-User-Id')]
  const organisations = [organisationId, ...header('X-Organisation-Id'), ...header('X-Organization-Id')]
  if (users.some((id) => id !== 1 && id !== own) || organisations.some((id) => id !== onlyOrganisation))
    throw new AppError('not_found', 'There is no such person or organisation here.')
  return own
}

const routes = {
  listChatSessions: contract.listChatSessions,
  getChatSession: contract.getChatSession,
  deleteChatSession: contract.deleteChatSession,
  stopAnswer: contract.stopAnswer,
  getChatKey: contract.getChatKey,
  askClara: contract.askClara,
  streamClara: contract.streamClara,
  getKnowledge: contract.getKnowledge,
}

/**
 * A request that is refused before there is an answer gets the specification's shape beside the usual one: `success` false,
 * no content, and `error`, with the status that says why.
 */
const refusals: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const { status, body, expected } = toErrorBody(error)
    if (!expected) throw error
    const sentence = refusalWords(error) ?? body.message
    const asked = ctx.method === 'POST' && { response_content: '', session_info: { session_id: null } }
    ctx.status = status
    ctx.body = { success: false, ...asked, ...body, error: sentence, message: sentence }
  }
}

export function chatRoutes(router: Router, { chat, chatKey, knowledge, log }: Deps): void {
  /** An API token says who calls as well as the key does. @throws AppError chat_key_wrong */
  async function requireKey(ctx: Context, caller: Caller | null): Promise<void> {
    if (caller?.by === 'token') return
    const given = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1] ?? ''
    if (await chatKey.isGood(given)) return
    throw new AppError(
      'chat_key_wrong',
      'The key for Clara is missing or wrong. `appliance chat key` shows the one that is in force.',
    )
  }

  router.use('/api/chat', refusals)
  mount(router, routes, {
    askClara: async ({ ctx, caller, person, query, body }) => {
      await requireKey(ctx, caller)
      const personId = ownId(ctx, person, query.user_id, query.organisation_id)
      const said = await chat.ask({
        personId,
        message: body.message,
        sessionId: query.session_id ?? null,
        signal: goneSignal(ctx),
      })
      const session_info = { session_id: said.sessionId }
      if ('failure' in said)
        return {
          success: false,
          response_content: '',
          session_info,
          error: failed(log, said.failure).message,
          message: null,
        }
      return {
        success: true,
        response_content: withMarks(aloneInWords(said.answer, body.message), said.answer.unsupported),
        session_info,
        error: null,
        message: said.answer,
      }
    },

    streamClara: async ({ ctx, caller, person, query, body }) => {
      await requireKey(ctx, caller)
      const personId = ownId(ctx, person, query.user_id, query.organisation_id)
      const asked = { personId, message: body.message, sessionId: query.session_id ?? null }
      ctx.body = await streamed({ chat, log }, { ...asked, signal: goneSignal(ctx) })
      ctx.set('Cache-Control', 'no-store')
      ctx.set('X-Accel-Buffering', 'no')
      ctx.type = 'application/x-ndjson'
    },

    listChatSessions: async ({ ctx, caller, person, query }) => {
      await requireKey(ctx, caller)
      const personId = ownId(ctx, person, query.user_id, query.organization_id)
      return { success: true, sessions: await chat.sessions(personId) }
    },

    getChatSession: async ({ ctx, caller, person, params }) => {
      await requireKey(ctx, caller)
      return chat.session(person.id, params.session)
    },

    deleteChatSession: async ({ ctx, caller, person, params }) => {
      await requireKey(ctx, caller)
      await chat.remove(person.id, params.session)
      return { success: true }
    },

    stopAnswer: async ({ ctx, caller, person, params }) => {
      await requireKey(ctx, caller)
      return { success: await chat.stop(person.id, params.session) }
    },

    getChatKey: async () => ({ key: await chatKey.current() }),

    getKnowledge: async ({ params }) => {
      const entry = await knowledge.find(params.entry)
      if (!entry) throw new AppError('not_found', 'There is no such entry in the knowledge base.')
      return entry
    },
  } satisfies Handlers<typeof routes>)
}

/** How a question failed, as the person is told it; the log gets what an administrator needs. */
function failed(log: Log, error: unknown): { message: string; code: string } {
  const { body, expected } = toErrorBody(error)
  if (!expected) log.error({ err: error }, 'Clara could not answer')
  else log.warn({ code: body.code, reason: body.message }, 'Clara could not answer')
  return { message: reasonFor(error), code: body.code }
}

/**
 * A question's events as they come, one JSON object a line.
 * @returns once there is a first event: what is wrong with the request itself is known before it, and answers with its status
 * @throws as `ask` does before anything was kept
 */
async function streamed(
  { chat, log }: Pick<Deps, 'chat' | 'log'>,
  asked: Omit<Asked, 'on'>,
): Promise<PassThrough> {
  const lines = new PassThrough()
  const tell = (event: ChatEvent): void => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(event)}\n`)
  }
  await new Promise<void>((begun, refused) => {
    const on = (event: ChatEvent): void => {
      tell(event)
      begun()
    }
    chat
      .ask({ ...asked, on })
      .then((end) => {
        if ('failure' in end) tell({ type: 'error', ...failed(log, end.failure), kept: end.kept })
        else tell({ type: 'done', message: end.answer })
        lines.end()
        begun()
      })
      .catch((error: unknown) => {
        refused(error)
        lines.destroy()
      })
  })
  return lines
}
