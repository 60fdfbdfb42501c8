import { expect } from 'vitest'
import { askClara, chatEvent, type ChatEvent } from '#contract/chat.ts'
import type { Log } from '../log.ts'
import { send, until } from './client.ts'
import type { StandIn } from './ollama.ts'
import { startAppliance } from './server.ts'

export type Place = { url: string; key: string }

/** An appliance whose model is asked by Clara alone. @param ollama null: there is none */
export async function startClara(ollama: StandIn | null, log?: Log) {
  const server = await startAppliance({
    ...(log && { log }),
    env: ollama ? ollama.env : { OLLAMA_HOST: 'http://127.0.0.1:1' },
  })
  const { url } = server
  // The model is asked by Clara alone, and what is found are the words.
  await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false })
  const { key } = (await (await fetch(`${url}/api/chat/key`)).json()) as { key: string }
  // The knowledge base is indexed beside the running server.
  await until(
    async () =>
      (await fetch(`${url}/api/search?q=quorum&kind=knowledge`)).json() as Promise<{ passages: unknown[] }>,
    ({ passages }) => passages.length > 0,
  )
  return { ...server, place: { url, key } }
}

export async function meeting({ url }: Place, title: string, content: string): Promise<number> {
  const made = await send(url, 'POST', '/api/recordings', {
    title,
    userId: 1,
    sourceType: 'uploaded_transcript',
  })
  const id = (made.body.recording as { id: number }).id
  await send(url, 'POST', `/api/recordings/${id}/transcript`, { content })
  return id
}

export const callWith = (key: string, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
  body: JSON.stringify(body),
})

export async function ask({ url, key }: Place, message: string, session?: string) {
  const more = session ? `&session_id=${session}` : ''
  const answer = await fetch(`${url}/api/chat?user_id=1&organisation_id=1${more}`, callWith(key, { message }))
  expect(answer.status).toBe(200)
  return askClara.response.parse(await answer.json())
}

/** The same, told as it comes. */
export async function streamed(
  { url, key }: Place,
  message: string,
  on: (event: ChatEvent) => void | Promise<void> = () => undefined,
): Promise<ChatEvent[]> {
  const path = `${url}/api/chat/stream?user_id=1&organisation_id=1`
  const answer = await fetch(path, callWith(key, { message }))
  const events: ChatEvent[] = []
  let rest = ''
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = chatEvent.parse(JSON.parse(line))
      events.push(event)
      await on(event)
    }
  }
  return events
}
