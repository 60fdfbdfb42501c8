import { expect, test } from 'vitest'
import { systemStatus, type SystemStatus } from '#contract/system.ts'
import { ended, getRecording, getTranscript, send, until, uploaded } from '../test/client.ts'
import { almostDemo, ModelServer } from '../test/model-server.ts'
import { startAppliance } from '../test/server.ts'
import { meeting } from '../test/speech.ts'

const status = async (url: string): Promise<SystemStatus> =>
  systemStatus.parse(await (await fetch(`${url}/api/system/status`)).json())

test('whoever tries the demo meanwhile gets its transcripts at once, and real ones later', async () => {
  const source = await ModelServer.start(await almostDemo(), ['slow'])
  source.paceBytes = 60_000
  const { url } = await startAppliance({ env: await source.environment() })
  await until(
    () => status(url),
    ({ modelFetch }) => modelFetch?.awaited === true,
  )
  const chosen = await send(url, 'POST', '/api/system/models/use', { id: 'demo' })
  expect(chosen.body).toMatchObject({ model: { id: 'demo', active: true } })
  const { id } = await uploaded(url, (await meeting({ seed: 8, minutes: 0.5, speakers: 2 })).wav)
  expect((await status(url)).modelFetch).toMatchObject({ awaited: false })
  expect((await ended(url, id)).demo).toBe(true)
  await until(
    () => getRecording(url, id),
    ({ demo, status: state }) => !demo && state === 'done',
  )
  expect(await getTranscript(url, id)).toMatchObject({ version: 2, demo: false })
})
