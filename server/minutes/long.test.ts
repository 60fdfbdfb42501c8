import { expect, test } from 'vitest'
import { send, until } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { minutesOf, needEvidence, textMeeting } from '../test/minutes.ts'
import { startOllama, type Rule, type StandIn } from '../test/ollama.ts'
import { childOf, startServerProcess } from '../test/process.ts'

const rooms = ['kitchen', 'boiler house', 'car park', 'east stair', 'workshop', 'lodge', 'stores', 'gallery']
const clock = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19)

/** Three hours, in which something is reported in the first minute and in the last one. */
function longMeeting(): string {
  const lines = ['Sarah Chen: The roof of the chapel will cost forty thousand pounds to mend.']
  for (let i = 0; i < 300; i++)
    lines.push(
      `${i % 2 ? 'Tom Okoro' : 'Priya Shah'}: In the ${rooms[i % 8]} number ${i + 100} on the list was the same.`,
    )
  lines.push('Sarah Chen: The auditors have found nothing that is wrong in the accounts.')
  return lines.map((line, i) => `[${clock(i * 36)}] ${line}`).join('\n')
}

const path = '/api/chat' as const
const rules = (...last: Rule[]): Rule[] => [
  ...last,
  { path, match: 'beginning of a meeting', reply: { purpose: null } },
  { path, match: 'In which lines', reply: { decided: [], promised: [] } },
  { path, match: 'What became of', reply: { answer: 'none', sentence: 'Nothing.' } },
  { path, match: 'take on a task', reply: { answer: 'none', sentence: 'Nothing.' } },
  {
    path,
    match: 'roof of the chapel',
    reply: 'The roof of the chapel would cost £40,000. It was to be mended.',
  },
  {
    path,
    match: 'The auditors have found',
    reply: 'The auditors had found nothing wrong. The accounts were in order.',
  },
]

const asked = async (ollama: StandIn): Promise<string[]> =>
  (await ollama.seen()).map(({ body }) => body.messages!.map(({ content }) => content).join('\n'))
const proseOf = (prompts: readonly string[], words: string): number =>
  prompts.filter((prompt) => prompt.includes('Write two to four') && prompt.includes(words)).length

test('a meeting of three hours goes to the model in parts; after kill -9 of the worker it is not asked again for what it has answered', async () => {
  const ollama = await startOllama()
  const { url, child } = await startServerProcess(await temporaryFolder(), ollama.env)
  await send(url, 'PATCH', '/api/system/language', { contextSize: 4096 })
  const id = await textMeeting(url, longMeeting())
  const slow = {
    path,
    match: 'Write two to four.*The auditors have found',
    reply: 'Late.',
    firstMs: 60_000,
    times: 1,
  }
  await ollama.rules(...rules(slow))
  const writing = send(url, 'POST', `/api/recordings/${id}/summary`)
  await until(
    () => asked(ollama),
    (prompts) => proseOf(prompts, 'The auditors have found') === 1,
  )
  process.kill(await childOf(child.pid!, /worker\.js/), 'SIGKILL')
  expect(await writing).toMatchObject({ status: 200, body: { engine: 'model' } })
  const prompts = await asked(ollama)
  expect(proseOf(prompts, 'The auditors have found')).toBe(2)
  expect(proseOf(prompts, 'roof of the chapel')).toBe(1)
  for (let i = 0; i < 300; i++) expect(proseOf(prompts, `number ${i + 100} on the list`)).toBeGreaterThan(0)
  const { minutes } = await minutesOf(url, id)
  expect(minutes!.markdown).toContain('£40,000')
  expect(minutes!.markdown).toContain('The auditors had found nothing wrong.')
  expect(await needEvidence(url, id, minutes!)).toBeGreaterThan(1)
})
