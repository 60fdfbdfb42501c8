import type { WindowAnswer } from '../minutes/model/schema.ts'
import { send } from './client.ts'
import { minutesOf, textMeeting } from './minutes.ts'
import type { StandIn } from './ollama.ts'
import { startAppliance } from './server.ts'

type Topic = WindowAnswer['topics'][number]

/** An appliance of its own, which writes the minutes of a text as the model has it: what becomes of each claim. */
export async function claimsWritten(ollama: StandIn) {
  const { url } = await startAppliance({ env: ollama.env })
  return (text: string, of: Partial<Topic>) => written(url, ollama, { text, of })
}

async function written(url: string, ollama: StandIn, { text, of }: { text: string; of: Partial<Topic> }) {
  const nothing = { discussion: [], decisions: [], actions: [], conflicts: [] }
  await ollama.reset()
  await ollama.rules({ path: '/api/chat', reply: { topics: [{ ...nothing, heading: 'Business', ...of }] } })
  const id = await textMeeting(url, text)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { minutes } = await minutesOf(url, id)
  const { items, toCheck } = minutes!.content!
  const told = items.flatMap(({ discussion, decisions, actions }) => [
    ...discussion,
    ...decisions,
    ...actions,
  ])
  return {
    ...{ items, toCheck, origin: minutes!.origin, facts: told.map((one) => one.text) },
    keep: (said: string) =>
      send(url, 'POST', `/api/recordings/${id}/minutes/check`, {
        ...{ version: minutes!.version, index: toCheck.findIndex((one) => one.text === said), keep: true },
      }),
  }
}

export const claimedDecision = (
  text: string,
  lines: number[],
  quote: string,
): Topic['decisions'][number] => ({
  ...{ text, lines, quote, outcome: 'carried', proposer: null, seconder: null },
})
