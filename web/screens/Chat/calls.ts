import {
  deleteChatSession,
  getChatKey,
  getChatSession,
  listChatSessions,
  stopAnswer,
  streamClara,
  type ChatEvent,
} from '#contract/chat.ts'
import { ApiError, call, errorFrom, UnreachableError, urlOf, userId } from '../../api.ts'

/** The client acts for this organisation; there is no other. */
const organisationId = 1

let key: Promise<string> | null = null

const fetchKey = (): Promise<string> =>
  (key ??= call(getChatKey).then(
    (answer) => answer.key,
    (error: unknown) => {
      key = null
      throw error
    },
  ))

/** With the key; an administrator may have changed it since the page was opened, so a wrong one is fetched again once. */
async function withKey<T>(work: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const headers = async () => ({
    authorization: `Bearer ${await fetchKey()}`,
    'x-user-id': String(userId),
    'x-organisation-id': String(organisationId),
  })
  try {
    return await work(await headers())
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'chat_key_wrong')) throw error
    key = null
    return work(await headers())
  }
}

export const fetchSessions = () =>
  withKey(async (headers) => {
    const query = { user_id: String(userId), organization_id: String(organisationId) }
    return (await call(listChatSessions, { query, headers })).sessions
  })

export const fetchSession = (session: string) =>
  withKey((headers) => call(getChatSession, { params: { session }, headers }))

export const removeSession = (session: string) =>
  withKey((headers) => call(deleteChatSession, { params: { session }, headers }))

/** What had come of the answer is told as its end. */
export const stopAsking = (session: string) =>
  withKey((headers) => call(stopAnswer, { params: { session }, headers }))

/**
 * Asks, and tells what comes as it comes.
 * @throws ApiError when the server refuses, UnreachableError when it goes away before the end, the signal's reason
 */
export const ask = (
  { message, sessionId, signal }: { message: string; sessionId: string | null; signal: AbortSignal },
  on: (event: ChatEvent) => void,
): Promise<void> =>
  withKey(async (headers) => {
    const url = urlOf(streamClara, undefined, {
      user_id: String(userId),
      organisation_id: String(organisationId),
      ...(sessionId !== null && { session_id: sessionId }),
    })
    let ended = false
    try {
      const response = await fetch(url, {
        method: streamClara.method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ message }),
        signal,
      })
      if (!response.ok || !response.body) throw errorFrom(response.status, await response.text())
      for await (const line of linesOf(response.body)) {
        const event = JSON.parse(line) as ChatEvent
        ended ||= event.type === 'done' || event.type === 'error'
        on(event)
      }
    } catch (cause) {
      if (signal.aborted || cause instanceof ApiError || cause instanceof UnreachableError) throw cause
      throw new UnreachableError({ cause })
    }
    if (!ended) throw new UnreachableError()
  })

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}
