import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSpeakers } from '#contract/speakers.ts'
import { ended, getTranscript, send, until, uploaded } from '../../test/client.ts'
import { startOllama } from '../../test/ollama.ts'
import { startAppliance } from '../../test/server.ts'

const sample = join(import.meta.dirname, '..', '..', '..', 'server', 'test', 'models', 'sample-meeting.mp3')

test('once the speakers of a recording are told apart the model is asked who they are, and again when they are told apart again', async () => {
  const ollama = await startOllama()
  const { url } = await startAppliance({ env: { ...ollama.env, APPLIANCE_DIARISATION: '1' } })
  await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false })
  const { id } = await uploaded(url, sample)
  await ended(url, id)
  const asked = async () =>
    (await ollama.seen()).map(({ body }) => body.messages!.map(({ content }) => content).join('\n'))
  const [first] = await until(asked, (seen) => seen.length === 1)
  expect(first).toMatch(/Labels without a name: Speaker 1, Speaker 2/)
  const { version, origin } = await until(
    () => getTranscript(url, id),
    (now) => now.origin === 'speakers',
  )
  expect([version, origin]).toEqual([2, 'speakers'])
  const speakers = async () =>
    listSpeakers.response.parse(await (await fetch(`${url}/api/recordings/${id}/speakers`)).json())
  expect((await until(speakers, ({ analysis }) => analysis === null)).version).toBe(2)

  await send(url, 'POST', `/api/recordings/${id}/diarise`, { replaceEdited: true })
  await until(asked, (seen) => seen.length === 2)
  expect((await getTranscript(url, id)).version).toBe(3)
})
